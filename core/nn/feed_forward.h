#pragma once

#include "core/nn/linear.h"

namespace glassformer {

enum class Activation {
  relu,
  gelu,       // exact: x Φ(x) (Hendrycks and Gimpel 2016)
  gelu_tanh,  // their approximation by tanh, which GPT-2 uses
};

// The position-wise feed-forward network (Vaswani et al. 2017, §3.3):
//   FFN(x) = max(0, x W_1 + b_1) W_2 + b_2,
// the same for every row; the other activations take the place of max(0, ·). [n, d_model] →
// [n, d_model].
class FeedForward {
 public:
  // Declares ffn.w1 [d_model, d_ff], ffn.b1, ffn.w2 [d_ff, d_model], ffn.b2.
  FeedForward(Declaration& declaration, int d_model, int d_ff, Activation activation);
  Var forward(Pass& pass, Var x, const Axis& rows) const;

 private:
  Activation activation_;
  Linear first_, second_;
};

}  // namespace glassformer
