#pragma once

#include <cstddef>

#include "core/kernels/lanes.h"
#include "core/kernels/panels.h"
#include "core/kernels/small_product.h"

// What core/kernels/small_product.h promises, once for each width.
namespace glassformer {

namespace {

// A tile of c stays in registers: R rows of V vectors.
template <int R, int V>
void small_tile(Strided a, const Real* b, std::ptrdiff_t ldb, Real* c, std::ptrdiff_t ldc,
                int inner) {
  Lanes sums[R][V] = {};
  for (int p = 0; p < inner; ++p) {
    Lanes row[V];
    for (int v = 0; v < V; ++v) row[v] = load_lanes(b + p * ldb + v * lanes);
    for (int r = 0; r < R; ++r) {
      const Real factor = a.cells[r * a.row + p * a.col];
      for (int v = 0; v < V; ++v) sums[r][v] += factor * row[v];
    }
  }
  for (int r = 0; r < R; ++r) {
    for (int v = 0; v < V; ++v) store_lanes(c + r * ldc + v * lanes, sums[r][v]);
  }
}

template <int V>
void columns(Strided a, const Real* b, std::ptrdiff_t ldb, Real* c, std::ptrdiff_t ldc, int rows,
             int inner) {
  constexpr int height = 6;
  int i = 0;
  const auto from = [&] { return Strided{a.cells + i * a.row, a.row, a.col}; };
  for (; i + height <= rows; i += height)
    small_tile<height, V>(from(), b, ldb, c + i * ldc, ldc, inner);
  for (; i + 2 <= rows; i += 2) small_tile<2, V>(from(), b, ldb, c + i * ldc, ldc, inner);
  for (; i < rows; ++i) small_tile<1, V>(from(), b, ldb, c + i * ldc, ldc, inner);
}

void small(Strided a, const Real* b, std::ptrdiff_t ldb, Real* c, std::ptrdiff_t ldc, int rows,
           int inner, int cols) {
  int j = 0;
  for (; j + 2 * lanes <= cols; j += 2 * lanes) columns<2>(a, b + j, ldb, c + j, ldc, rows, inner);
  for (; j < cols; j += lanes) columns<1>(a, b + j, ldb, c + j, ldc, rows, inner);
}

void turned(const Real* from, std::ptrdiff_t line, int rows, int cols, Real* to,
            std::ptrdiff_t to_line) {
  const int whole = rows / lanes * lanes;
  const auto each = [&](int row, int end, int p, int last) {
    for (; p < last; ++p) {
      for (int r = row; r < end; ++r) to[p * to_line + r] = from[r * line + p];
    }
  };
  int p = 0;
  for (; p + lanes <= cols; p += lanes) {
    for (int r = 0; r < whole; r += lanes) {
      transpose_lanes<lanes>(from + r * line + p, line, to + p * to_line + r, to_line);
    }
  }
  each(whole, rows, 0, p);
  each(0, rows, p, cols);
}

}  // namespace

}  // namespace glassformer
