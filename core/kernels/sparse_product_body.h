#pragma once

#include <cstddef>

#include "core/kernels/lanes.h"
#include "core/kernels/word_kernels.h"

// The sparse product of core/kernels/word_kernels.h, once for each width.
namespace glassformer {

namespace {

// N vectors of a row's result stay in registers while its cells go by.
template <int N>
void strip_of_row(const SparseCell* cells, std::size_t count, const float* x, int cols, float* to) {
  Lanes sums[N] = {};
  const auto strip = [&](const SparseCell& cell) {
    return x + static_cast<std::size_t>(cell.column) * static_cast<std::size_t>(cols);
  };
  constexpr std::size_t ahead = 8;
  for (std::size_t i = 0; i < count; ++i) {
    if (i + ahead < count) {
      const float* next = strip(cells[i + ahead]);
      for (int n = 0; n < N * lanes; n += 16) __builtin_prefetch(next + n);
    }
    const float* from = strip(cells[i]);
    for (int n = 0; n < N; ++n) sums[n] += cells[i].value * load_lanes(from + n * lanes);
  }
  for (int n = 0; n < N; ++n) store_lanes(to + n * lanes, sums[n]);
}

void sparse_row(const SparseCell* cells, std::size_t count, const float* x, int cols, float* to) {
  int at = 0;
  for (; at + 8 * lanes <= cols; at += 8 * lanes) {
    strip_of_row<8>(cells, count, x + at, cols, to + at);
  }
  for (; at + 4 * lanes <= cols; at += 4 * lanes) {
    strip_of_row<4>(cells, count, x + at, cols, to + at);
  }
  for (; at < cols; at += lanes) strip_of_row<1>(cells, count, x + at, cols, to + at);
}

}  // namespace

}  // namespace glassformer
