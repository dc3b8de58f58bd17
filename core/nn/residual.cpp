#include "core/nn/residual.h"

#include "core/grad/ops.h"

namespace glassformer {

Residual::Residual(Declaration& declaration, int number, const Config& config)
    : config_(config),
      name_("residual_" + std::to_string(number)),
      norm_(declaration, "norm_" + std::to_string(number), config.d_model, config.norm,
            config.epsilon) {}

Var Residual::sum(Pass& pass, Var x, Var y, const Axis& rows) const {
  return pass.name(add(pass.tape(), x, pass.dropout(y, config_.dropout)),
                   {name_, "x + \\mathrm{Sublayer}(x)"}, rows, axes::d_model);
}

}  // namespace glassformer
