#include "core/nn/norm.h"

#include "core/grad/ops.h"

namespace glassformer {

Norm::Norm(Declaration& declaration, const std::string& name, int width, NormKind kind,
           double epsilon)
    : kind_(kind),
      name_(name),
      gamma_name_(name + ".gamma"),
      beta_name_(name + ".beta"),
      gamma_(declaration.add(gamma_name_, {1, width}, Parameter::Init::ones)),
      beta_(kind == NormKind::layer
                ? declaration.add(beta_name_, {1, width}, Parameter::Init::zeros)
                : -1),
      epsilon_(epsilon) {}

Var Norm::forward(Pass& pass, Var x, const Axis& rows) const {
  const Var gamma = pass.param(gamma_, {gamma_name_, "\\gamma"}, axes::none, axes::d_model);
  if (kind_ == NormKind::rms) {
    return pass.name(rms_norm(pass.tape(), x, gamma, epsilon_), {name_, "\\mathrm{RMSNorm}(x)"},
                     rows, axes::d_model);
  }
  const Var beta = pass.param(beta_, {beta_name_, "\\beta"}, axes::none, axes::d_model);
  return pass.name(layer_norm(pass.tape(), x, gamma, beta, epsilon_),
                   {name_, "\\mathrm{LayerNorm}(x)"}, rows, axes::d_model);
}

}  // namespace glassformer
