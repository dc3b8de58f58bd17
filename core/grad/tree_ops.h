#pragma once

#include <vector>

#include "core/grad/tape.h"

// Hierarchical softmax (Morin and Bengio 2005), one file an op in core/grad/ops: a word is the leaf
// that as many yes-or-no decisions lead to as its code has bits, p = Π σ(±s) with a score s at each
// inner node of the tree. word_tree.h says which tree it is.
namespace glassformer {

// [n, m] → [n, m + 1]  log p of all m + 1 words, of the scores at the m inner nodes
Var tree_log_softmax(Tape&, Var scores);
// [n, k] [m, k] [1, m] → [n, 1]  −log p(target) of each row, with scores x Wᵀ + b, of which only
// those on the way to the target are computed
Var tree_surprisal(Tape&, Var x, Var weights, Var bias, std::vector<int> targets);

}  // namespace glassformer
