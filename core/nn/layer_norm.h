#pragma once

#include <string>

#include "core/nn/parameters.h"
#include "core/nn/pass.h"

namespace glassformer {

// Layer normalisation (Ba, Kiros and Hinton 2016, §3): each row minus its mean, divided by
// √(variance + ε), times γ, plus β. [n, width] → [n, width].
class LayerNorm {
 public:
  // Declares NAME.gamma and NAME.beta [1, width]; the result is called NAME.
  LayerNorm(Declaration& declaration, const std::string& name, int width, double epsilon = 1e-5);
  Var forward(Pass& pass, Var x, const Axis& rows) const;

 private:
  std::string name_, gamma_name_, beta_name_;
  int gamma_, beta_;
  double epsilon_;
};

}  // namespace glassformer
