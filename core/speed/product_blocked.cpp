#include <algorithm>

#include "core/speed/products.h"

// The same multiplications in another order, still one number at a time. A block of
// b, 64 × 64 numbers or 16 KB, is copied together and stays in the first cache
// while every row of a passes over it, instead of coming from far away for every
// row. Four sums go on side by side: they share what is fetched of a, and none
// waits for another.
namespace glassformer {

void product_blocked(const Mat& a, const Mat& b, Mat& c) {
  constexpr int side = 64;
  Real block[side][side] = {};
  std::fill(c.cells().begin(), c.cells().end(), Real{0});
  for (int p0 = 0; p0 < a.cols(); p0 += side) {
    const int deep = std::min(side, a.cols() - p0);
    for (int j0 = 0; j0 < c.cols(); j0 += side) {
      const int wide = std::min(side, c.cols() - j0);
      for (int p = 0; p < deep; ++p) std::copy_n(b.row(p0 + p).data() + j0, wide, block[p]);
      for (int i = 0; i < c.rows(); ++i) {
        const Real* factors = a.row(i).data() + p0;
        for (int j = 0; j < wide; j += 4) {
          Real sums[4] = {};
          for (int p = 0; p < deep; ++p) {
            for (int k = 0; k < 4; ++k) sums[k] += factors[p] * block[p][j + k];
          }
          for (int k = 0; k < std::min(4, wide - j); ++k) c(i, j0 + j + k) += sums[k];
        }
      }
    }
  }
}

}  // namespace glassformer
