#pragma once

#include <string>

#include "core/nn/parameters.h"
#include "core/nn/pass.h"

namespace glassformer {

enum class NormKind {
  layer,  // (x − μ) / √(σ² + ε) · γ + β (Ba, Kiros and Hinton 2016, §3)
  rms,    // x / √(mean of x² + ε) · γ (Zhang and Sennrich 2019, §4)
};

// The normalisation of a network's rows, of either kind. [n, width] → [n, width].
class Norm {
 public:
  // Declares NAME.gamma and, for layer normalisation, NAME.beta [1, width]; the result is called
  // NAME.
  Norm(Declaration& declaration, const std::string& name, int width, NormKind kind,
       double epsilon = 1e-5);
  Var forward(Pass& pass, Var x, const Axis& rows) const;

 private:
  NormKind kind_;
  std::string name_, gamma_name_, beta_name_;
  int gamma_, beta_;
  double epsilon_;
};

}  // namespace glassformer
