#pragma once

#include <cstddef>

#include "core/kernels/lanes.h"

// All that one core has. `Lanes` is a vector register, 4, 8 or 16 numbers that one
// instruction multiplies and adds: this file is compiled once for each. Twelve of them
// hold a tile of c, 6 rows by two registers, from its first product to its last: a number
// that was fetched is used 6 times or more before it is let go, and twelve sums grow side
// by side, so that none waits for another. The columns of b that a tile needs are copied
// first, close together in the order in which they are read.
namespace glassformer {

namespace {

namespace shown {

constexpr int tile_rows = 6, tile_cols = 2 * lanes;
constexpr int depth = 256;  // a strip of b, depth × tile_cols, stays in the first cache

// `rows` rows of c, `cols` numbers apart, += as many rows of a times the strip.
template <int rows>
void tile(const Real* a, int inner, const Real* strip, int deep, Real* c, int cols, int wide) {
  Lanes left[rows] = {}, right[rows] = {};
  for (int p = 0; p < deep; ++p) {
    const Lanes b0 = load_lanes(strip + p * tile_cols);
    const Lanes b1 = load_lanes(strip + p * tile_cols + lanes);
    for (int r = 0; r < rows; ++r) {
      left[r] += a[r * inner + p] * b0;
      right[r] += a[r * inner + p] * b1;
    }
  }
  for (int r = 0; r < rows; ++r) {
    Real sums[tile_cols];
    store_lanes(sums, left[r]);
    store_lanes(sums + lanes, right[r]);
    for (int k = 0; k < wide; ++k) c[r * cols + k] += sums[k];
  }
}

// c [rows, cols] = a [rows, inner] times b [inner, cols].
void product(const Real* a, const Real* b, Real* c, int rows, int inner, int cols) {
  alignas(64) Real strip[depth * tile_cols] = {};
  for (int i = 0; i < rows * cols; ++i) c[i] = 0;
  for (int p0 = 0; p0 < inner; p0 += depth) {
    const int deep = least(depth, inner - p0);
    for (int j = 0; j < cols; j += tile_cols) {
      const int wide = least(tile_cols, cols - j);
      for (int p = 0; p < deep; ++p) {
        for (int k = 0; k < wide; ++k) strip[p * tile_cols + k] = b[(p0 + p) * cols + j + k];
      }
      int i = 0;
      for (; i + tile_rows <= rows; i += tile_rows) {
        tile<tile_rows>(a + i * inner + p0, inner, strip, deep, c + i * cols + j, cols, wide);
      }
      for (; i < rows; ++i) {
        tile<1>(a + i * inner + p0, inner, strip, deep, c + i * cols + j, cols, wide);
      }
    }
  }
}

}  // namespace shown

}  // namespace

}  // namespace glassformer
