#include "core/embed/count_based/glove_step.h"

#include <cmath>

#include "core/kernels/word_kernels.h"

namespace glassformer {

float glove_weight(double count, double x_max, double power) {
  return count >= x_max ? 1.0F : static_cast<float>(std::pow(count / x_max, power));
}

float GloveStep::operator()(const Row& word, const Row& context, const GloveCell& cell) const {
  static_assert(sizeof(GloveBias) == 2 * sizeof(float));
  const auto row = [&](const Row& of) {
    return WordKernels::GloveRow{of.vector, of.squares, biases ? &of.bias->value : nullptr};
  };
  const float off =
      word_kernels().glove(row(word), row(context), width, cell.log_count, rate * cell.weight);
  return 0.5F * cell.weight * off * off;
}

}  // namespace glassformer
