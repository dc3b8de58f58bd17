#pragma once

#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/nn/site.h"
#include "core/scenes/records/option_keys.h"
#include "core/scenes/records/transformer.h"

namespace glassformer {

// What the scene who-is-it computed: what "it" means to a trained Transformer.
struct WhoIsItRecord {
  int it = -1;  // the position of "it" in the source, or of its last word if it has none
  std::vector<AttentionPlace> heads;  // of the encoder: the rows of `looks`
  Var looks;                          // [heads, source tokens]: where each looks from "it"
  Var pronoun;  // [1 or 2, pronouns]: how probable each is; row 1: heads switched
  std::string said, said_switched;  // the translations
  // Counted over held-out sentences; empty for a model that was not trained on the small world.
  Var finds, finds_other, right_without;  // [layers, heads] of the encoder, shares
  Var right;                              // [1, 1]
  Var right_switched;  // [1, 1], with the heads as they are switched; only if those are knocked out
  int sentences = 0;
  std::vector<AttentionPlace> switched;
};

}  // namespace glassformer
