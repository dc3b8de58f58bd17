#include "core/scenes/recurrent/alignment.h"

#include "core/nn/score.h"

namespace glassformer {

Part encoder_part(Part h, const AlignmentWeights& weights) {
  return (h * weights.v).as("hv", "HV", {.cols = weights.hidden});
}

Part align(Part state, const std::string& symbol, Part hv, const AlignmentWeights& weights,
           bool with_tanh) {
  const Part sw = (state * weights.w).as("sw", symbol + " W", {.cols = weights.hidden});
  const std::string sum = symbol + " W + HV";
  const AdditiveNames names{sum, with_tanh ? "\\mathrm{tanh}(" + sum + ")" : sum, hv.rows(),
                            hv.cols()};
  return {state.tape(), additive_row(state.tape(), sw, hv, weights.vector, names, with_tanh)};
}

}  // namespace glassformer
