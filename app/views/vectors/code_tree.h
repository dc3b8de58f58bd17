#pragma once

#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/grad/var.h"

namespace glassformer {

// The tree that the codes of words make (a node of words × bits, nan behind the end of a code), the
// turns to one word lit. `p` are the probabilities of its turns to bit 0, root first. Returns the
// word that was clicked, or -1.
struct CodeTree {
  Var codes, counts, p;
  int word = -1;  // whose path is lit
  // Rows of counts: the first part of a join, the second, and their sum. While the tree is built
  // only the first `joined` of them are made; -1: all.
  Var joins;
  int joined = -1;
};
int draw_code_tree(Ui& ui, Session& session, const CodeTree& tree, Rect area);

}  // namespace glassformer
