#pragma once

#include <cstddef>

#include "core/kernels/lanes.h"
#include "core/kernels/word_kernels.h"

// The products of a matrix with itself of core/kernels/word_kernels.h, once for each width.
namespace glassformer {

namespace {

using DoubleLanes [[gnu::vector_size(lane_bytes)]] = double;
inline constexpr int double_lanes = lane_bytes / 8;

inline DoubleLanes load_doubles(const double* from) {
  DoubleLanes to;
  __builtin_memcpy(&to, from, sizeof to);
  return to;
}

// height × 2 vectors of the sums stay in registers while the rows go by.
template <int height>
inline void gram_tile(const double* rows, int count, int cols, int i, int j, double* sums) {
  constexpr int vectors = 2;
  DoubleLanes tile[height][vectors];
  const auto place = [&](int r, int v) {
    return sums + static_cast<std::ptrdiff_t>(i + r) * cols + j + v * double_lanes;
  };
  for (int r = 0; r < height; ++r) {
    for (int v = 0; v < vectors; ++v) tile[r][v] = load_doubles(place(r, v));
  }
  for (int p = 0; p < count; ++p, rows += cols) {
    DoubleLanes right[vectors];
    for (int v = 0; v < vectors; ++v) right[v] = load_doubles(rows + j + v * double_lanes);
    for (int r = 0; r < height; ++r) {
      const double left = rows[i + r];
      for (int v = 0; v < vectors; ++v) tile[r][v] += left * right[v];
    }
  }
  for (int r = 0; r < height; ++r) {
    for (int v = 0; v < vectors; ++v) {
      __builtin_memcpy(place(r, v), &tile[r][v], sizeof tile[r][v]);
    }
  }
}

void gram(const float* rows, int count, int cols, double* room, double* sums) {
  constexpr int wide_cols = 2 * double_lanes;
#if defined(__AVX512F__)
  constexpr int height = 12;
#else
  constexpr int height = 4;
#endif
  const std::ptrdiff_t cells = static_cast<std::ptrdiff_t>(count) * cols;
#pragma omp simd
  for (std::ptrdiff_t k = 0; k < cells; ++k) room[k] = static_cast<double>(rows[k]);
  for (int j = 0; j < cols; j += wide_cols) {
    int i = j;
    for (; i + height <= cols; i += height) gram_tile<height>(room, count, cols, i, j, sums);
    for (; i < cols; ++i) gram_tile<1>(room, count, cols, i, j, sums);
  }
}

}  // namespace

}  // namespace glassformer
