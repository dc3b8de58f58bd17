#pragma once

#include "core/nn/norm.h"

namespace glassformer {

// A residual connection with its normalisation, after the sum as in Vaswani et al. 2017, §5.4
// (post-norm: LayerNorm(x + Dropout(Sublayer(x)))), or before the sub-layer (pre-norm: x +
// Dropout(Sublayer(LayerNorm(x))); Xiong et al. 2020).
class Residual {
 public:
  struct Config {
    int d_model = 0;
    bool pre_norm = false;
    double epsilon = 1e-5;
    double dropout = 0;
    NormKind norm = NormKind::layer;
  };
  // Declares norm_NUMBER; the sum is called residual_NUMBER.
  Residual(Declaration& declaration, int number, const Config& config);
  // sublayer: Var → Var, both [n, d_model].
  template <class Sublayer>
  Var forward(Pass& pass, Var x, const Axis& rows, const Sublayer& sublayer) const {
    if (config_.pre_norm) return sum(pass, x, sublayer(norm_.forward(pass, x, rows)), rows);
    return norm_.forward(pass, sum(pass, x, sublayer(x), rows), rows);
  }

 private:
  Var sum(Pass& pass, Var x, Var y, const Axis& rows) const;

  Config config_;
  std::string name_;
  Norm norm_;
};

}  // namespace glassformer
