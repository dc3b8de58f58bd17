#pragma once

#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/grad/var.h"

namespace glassformer {

// The tree that the codes of words make (a node of words × bits, nan behind the end of a code), the
// turns to some words lit. `p` are the probabilities of the turns to bit 0 of the way to the first
// of these, root first. Returns the word that was clicked, or -1.
struct CodeTree {
  Var codes, counts, p;
  std::vector<int> words;  // whose ways are lit
  bool turns = false;      // beside the way stand the probabilities, in place of the bits …
  bool reach = false;      // … and in its nodes their product so far, in place of the counts
  // Rows of counts: the first part of a join, the second, and their sum. While the tree is built
  // only the first `joined` of them are made, and everything stands as high as it counts much; -1:
  // it hangs from its root.
  Var joins;
  int joined = -1;
};
int draw_code_tree(Ui& ui, Session& session, const CodeTree& tree, Rect area);

}  // namespace glassformer
