#pragma once

#include <vector>

#include "core/nn/parameters.h"
#include "core/nn/pass.h"

namespace glassformer {

// A hierarchical softmax (Morin and Bengio 2005; Mikolov et al. 2013, §2.1) that replaces the
// output layer and its softmax: h w + b at an inner node of a Huffman tree is the logit of the
// decision taken there. Training on a word touches the log₂ V nodes on its path instead of all V
// words. Declares "w" [vocab_size − 1, width], one row per node, and "b", which starts at 0. If w
// started at 0 too, as in word2vec, no gradient would reach the layers below at first.
class HierarchicalOutput {
 public:
  HierarchicalOutput(Declaration& declaration, int width, int vocab_size);
  // [n, width] → [n, vocab_size]
  Var log_probabilities(Pass& pass, Var h, const Tokens& tokens) const;
  // −log p of each row's target: [n, width] → [n, 1]
  Var surprisal(Pass& pass, Var h, std::vector<int> targets) const;

 private:
  Var weight(Pass& pass) const;
  Var bias(Pass& pass) const;
  int w_, b_;
};

}  // namespace glassformer
