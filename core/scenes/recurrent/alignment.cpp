#include "core/scenes/recurrent/alignment.h"

namespace glassformer {

Part encoder_part(Part h, const AlignmentWeights& weights) {
  return (h * weights.v).as("hv", "HV", {.cols = weights.hidden});
}

Alignment align(Part state, const std::string& symbol, Part hv, const AlignmentWeights& weights,
                bool with_tanh) {
  Alignment made;
  made.from_state = (state * weights.w).as("sw", symbol + " W", {.cols = weights.hidden});
  const std::string sum_symbol = symbol + " W + HV";
  const Part sum = add_row(hv, made.from_state).as("sum", sum_symbol, Role::plain);
  made.hidden = with_tanh ? tanh(sum).as("hidden", "\\mathrm{tanh}(" + sum_symbol + ")")
                          : (1 * sum).as("hidden", sum_symbol);
  made.scores = weights.vector * transposed(made.hidden);
  return made;
}

}  // namespace glassformer
