#pragma once

#include "core/kernels/fused_vectors.h"
#include "core/kernels/word_kernels.h"

// The step of GloVe of core/kernels/word_kernels.h, once for each width.
namespace glassformer {

namespace {

namespace fused {

// 1 / √x for x ≥ 1: a guess from the bits, and Newton's method twice.
GLASSFORMER_INLINE Vector inverse_root(Vector x) {
  Vector y = bits_of<Vector>(0x5f3759df - (bits_of<Bits>(x) >> 1));
  const Vector half = x * 0.5F;
  y *= 1.5F - half * y * y;
  y *= 1.5F - half * y * y;
  return y;
}

GLASSFORMER_INLINE float total_of(Vector x) {
  float sum = 0;
  for (int i = 0; i < kLanes; ++i) sum += x[i];
  return sum;
}

// Moves a column of the values against `step`, and adds it to the sums.
GLASSFORMER_INLINE void descend(float* values, float* squares, int column, Vector step) {
  const Vector sums = at(squares, column);
  put(values, column, at(values, column) - step * inverse_root(sums));
  put(squares, column, sums + step * step);
}

GLASSFORMER_INLINE void descend(float* bias, float step) {
  bias[0] -= step / __builtin_sqrtf(bias[1]);
  bias[1] += step * step;
}

GLASSFORMER_RACY float glove(const WordKernels::GloveRow& word,
                             const WordKernels::GloveRow& context, int width, float log_count,
                             float rate) {
  const int columns = width / kLanes;
  Vector products{};
  for (int c = 0; c < columns; ++c) products += at(word.vector, c) * at(context.vector, c);
  float off = total_of(products) - log_count;
  const bool biases = word.bias != nullptr;
  if (biases) off += word.bias[0] + context.bias[0];
  const float step = rate * off;
  for (int c = 0; c < columns; ++c) {
    const Vector w = at(word.vector, c), v = at(context.vector, c);
    descend(word.vector, word.squares, c, v * step);
    descend(context.vector, context.squares, c, w * step);
  }
  if (biases) {
    descend(word.bias, step);
    descend(context.bias, step);
  }
  return off;
}

}  // namespace fused

}  // namespace

}  // namespace glassformer
