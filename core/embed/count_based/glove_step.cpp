#include "core/embed/count_based/glove_step.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/embed/engines/fused_vectors.h"
#include "core/embed/train/threads.h"

namespace glassformer {

namespace {

using namespace fused;

// 1 / √x for x ≥ 1: a guess from the bits, and Newton's method twice.
GLASSFORMER_INLINE Vector inverse_root(Vector x) {
  Vector y = std::bit_cast<Vector>(0x5f3759df - (std::bit_cast<Bits>(x) >> 1));
  const Vector half = x * 0.5F;
  y *= 1.5F - half * y * y;
  y *= 1.5F - half * y * y;
  return y;
}

GLASSFORMER_INLINE float sum_of(Vector x) {
  float sum = 0;
  for (int i = 0; i < kLanes; ++i) sum += x[i];
  return sum;
}

// Moves a column of the values against `step`, and adds it to the sums.
GLASSFORMER_INLINE void move(float* values, float* squares, int column, Vector step) {
  const Vector sums = at(squares, column);
  put(values, column, at(values, column) - step * inverse_root(sums));
  put(squares, column, sums + step * step);
}

GLASSFORMER_INLINE void move(GloveBias& bias, float step) {
  bias.value -= step / std::sqrt(bias.square);
  bias.square += step * step;
}

}  // namespace

float glove_weight(double count, double x_max, double power) {
  return count >= x_max ? 1.0F : static_cast<float>(std::pow(count / x_max, power));
}

GLASSFORMER_HOGWILD float GloveStep::operator()(const Row& word, const Row& context,
                                                const GloveCell& cell) const {
  const int columns = width / kLanes;
  Vector products{};
  for (int c = 0; c < columns; ++c) products += at(word.vector, c) * at(context.vector, c);
  float off = sum_of(products) - cell.log_count;
  if (biases) off += word.bias->value + context.bias->value;
  const float step = rate * cell.weight * off;
  for (int c = 0; c < columns; ++c) {
    const Vector w = at(word.vector, c), v = at(context.vector, c);
    move(word.vector, word.squares, c, v * step);
    move(context.vector, context.squares, c, w * step);
  }
  if (biases) {
    move(*word.bias, step);
    move(*context.bias, step);
  }
  return 0.5F * cell.weight * off * off;
}

}  // namespace glassformer
