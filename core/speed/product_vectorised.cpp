#include <algorithm>
#include <vector>

#include "core/kernels/lanes.h"
#include "core/speed/products.h"

// All that one core has. `Lanes` is a vector register, 4, 8 or 16 numbers that one
// instruction multiplies and adds. Twelve of them hold a tile of c, 6 rows by two
// registers, from its first product to its last: a number that was fetched is used
// 6 times or more before it is let go, and twelve sums grow side by side, so that
// none waits for another. The columns of b that a tile needs are copied first, close
// together in the order in which they are read.
namespace glassformer {

namespace {

constexpr int tile_rows = 6, tile_cols = 2 * lanes;
constexpr int depth = 256;  // a strip of b, depth × tile_cols, stays in the first cache

// c(i …, j …) += `rows` rows of a from column p0 on, times the strip.
template <int rows>
void tile(const Mat& a, const Real* strip, Mat& c, int i, int j, int p0, int deep) {
  const Real* from[rows];
  for (int r = 0; r < rows; ++r) from[r] = a.row(i + r).data() + p0;
  Lanes left[rows] = {}, right[rows] = {};
  for (int p = 0; p < deep; ++p) {
    const Lanes b0 = load_lanes(strip + p * tile_cols);
    const Lanes b1 = load_lanes(strip + p * tile_cols + lanes);
    for (int r = 0; r < rows; ++r) {
      left[r] += from[r][p] * b0;
      right[r] += from[r][p] * b1;
    }
  }
  const int wide = std::min(tile_cols, c.cols() - j);
  for (int r = 0; r < rows; ++r) {
    Real sums[tile_cols];
    store_lanes(sums, left[r]);
    store_lanes(sums + lanes, right[r]);
    for (int k = 0; k < wide; ++k) c(i + r, j + k) += sums[k];
  }
}

}  // namespace

void vectorised_rows(const Mat& a, const Mat& b, Mat& c, int first, int last) {
  std::vector<Real, LineAllocator<Real>> strip(depth * tile_cols);
  for (int i = first; i < last; ++i) std::fill(c.row(i).begin(), c.row(i).end(), Real{0});
  for (int p0 = 0; p0 < a.cols(); p0 += depth) {
    const int deep = std::min(depth, a.cols() - p0);
    for (int j = 0; j < c.cols(); j += tile_cols) {
      const int wide = std::min(tile_cols, c.cols() - j);
      for (int p = 0; p < deep; ++p) {
        std::copy_n(b.row(p0 + p).data() + j, wide, strip.data() + p * tile_cols);
      }
      int i = first;
      for (; i + tile_rows <= last; i += tile_rows) {
        tile<tile_rows>(a, strip.data(), c, i, j, p0, deep);
      }
      for (; i < last; ++i) tile<1>(a, strip.data(), c, i, j, p0, deep);
    }
  }
}

void product_vectorised(const Mat& a, const Mat& b, Mat& c) {
  vectorised_rows(a, b, c, 0, c.rows());
}

}  // namespace glassformer
