#pragma once

#include <optional>

#include "core/nn/linear.h"

namespace glassformer {

enum class Activation {
  relu,
  gelu,       // exact: x Φ(x) (Hendrycks and Gimpel 2016)
  gelu_tanh,  // their approximation by tanh, which GPT-2 uses
  silu,       // x σ(x), which Llama uses
};

// The position-wise feed-forward network (Vaswani et al. 2017, §3.3):
//   FFN(x) = max(0, x W_1 + b_1) W_2 + b_2,
// the same for every row; the other activations f take the place of max(0, ·). Gated (Shazeer 2020,
// §2) it is
//   FFN(x) = (f(x W_1 + b_1) ∘ (x V + c)) W_2 + b_2,
// SwiGLU with SiLU and GeGLU with GELU. [n, d_model] → [n, d_model].
class FeedForward {
 public:
  struct Config {
    int d_model = 0, d_ff = 0;
    Activation activation = Activation::relu;
    bool gated = false;
    bool biases = true;
  };
  // Declares ffn.w1 [d_model, d_ff], ffn.w2 [d_ff, d_model], gated ffn.v [d_model, d_ff], and with
  // biases ffn.b1, ffn.b2, ffn.c.
  FeedForward(Declaration& declaration, const Config& config);
  Var forward(Pass& pass, Var x, const Axis& rows) const;

 private:
  Config config_;
  Linear first_;
  std::optional<Linear> gated_;
  Linear second_;
};

}  // namespace glassformer
