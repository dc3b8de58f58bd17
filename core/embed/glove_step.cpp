#include "core/embed/glove_step.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/backend/lanes.h"

namespace glassformer {

namespace {

// 1 / √x for x ≥ 1: a guess from the bits, and Newton's method twice.
Lanes inverse_root(Lanes x) {
  using Bits [[gnu::vector_size(lane_bytes)]] = std::int32_t;
  Lanes y = std::bit_cast<Lanes>(0x5f3759df - (std::bit_cast<Bits>(x) >> 1));
  const Lanes half = x * 0.5F;
  y *= 1.5F - half * y * y;
  y *= 1.5F - half * y * y;
  return y;
}

float sum_of(Lanes x) {
  float sum = 0;
  for (int i = 0; i < lanes; ++i) sum += x[i];
  return sum;
}

// Moves the lanes at `values` against `step`, and adds it to the sums.
void move(float* values, float* squares, Lanes step) {
  const Lanes sums = load_lanes(squares);
  store_lanes(values, load_lanes(values) - step * inverse_root(sums));
  store_lanes(squares, sums + step * step);
}

void move(GloveBias& bias, float step) {
  bias.value -= step / std::sqrt(bias.square);
  bias.square += step * step;
}

}  // namespace

float glove_weight(double count, double x_max, double power) {
  return count >= x_max ? 1.0F : static_cast<float>(std::pow(count / x_max, power));
}

float GloveStep::operator()(const Row& word, const Row& context, const GloveCell& cell) const {
  Lanes products{};
  for (int d = 0; d < width; d += lanes) {
    products += load_lanes(word.vector + d) * load_lanes(context.vector + d);
  }
  float off = sum_of(products) - cell.log_count;
  if (biases) off += word.bias->value + context.bias->value;
  const float step = rate * cell.weight * off;
  for (int d = 0; d < width; d += lanes) {
    const Lanes w = load_lanes(word.vector + d), c = load_lanes(context.vector + d);
    move(word.vector + d, word.squares + d, c * step);
    move(context.vector + d, context.squares + d, w * step);
  }
  if (biases) {
    move(*word.bias, step);
    move(*context.bias, step);
  }
  return 0.5F * cell.weight * off * off;
}

}  // namespace glassformer
