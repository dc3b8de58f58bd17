#pragma once

#include "core/nn/linear.h"

namespace glassformer {

// h W + b: how well each word of the vocabulary fits, [n, width] → [n, vocab_size]. Declares "w"
// and "b"; leaves the logits unnamed.
class OutputLayer {
 public:
  OutputLayer(Declaration& declaration, int width, int vocab_size);
  Var forward(Pass& pass, Var h, const Tokens& tokens) const;

 private:
  Linear linear_;
};

}  // namespace glassformer
