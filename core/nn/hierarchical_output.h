#pragma once

#include <vector>

#include "core/nn/parameters.h"
#include "core/nn/pass.h"

namespace glassformer {

// A hierarchical softmax (Morin and Bengio 2005; Mikolov et al. 2013, §2.1) in the place of an
// output layer and its softmax: h w + b at an inner node of a Huffman tree is the logit of the
// decision that falls there. To learn a word takes the log₂ V nodes on the way to it instead of
// all V words. Declares "w" [vocab_size − 1, width], a row for each node, and "b", which begins at
// 0. Were w 0 too, as in word2vec, nothing could flow back through it at first, and a network of
// several layers would learn nothing from its states for a long time.
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
