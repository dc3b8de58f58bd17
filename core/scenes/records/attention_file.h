#pragma once

#include "core/grad/var.h"

namespace glassformer {

// What the scene attention-file found in a file of attentions. A habit is a share of a head's
// weight, [layers, heads] each, as a mean over the tokens that can have it.
struct AttentionFileRecord {
  Var first, previous, itself;  // on the first token, on the one before, on the token itself
  Var next, last;               // on the one after, on the last; empty: no token sees later ones
  Var strongest;                // [habits, 1]: the largest of each, its row named after the head
  Var similar;                  // [tokens, layers]: cosines of what goes in and what comes out;
                                // empty: the file has no hidden states
};

}  // namespace glassformer
