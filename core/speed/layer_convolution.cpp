#include <algorithm>

#include "core/speed/banded_product.h"
#include "core/speed/layers.h"

// k n d² multiplications: for each place t under the kernel one product of all
// words, moved by that place, with the matrix of that place. The products follow
// one another, the words of each do not.
namespace glassformer {

void convolution(const Mat& x, const Mat& w, int k, Mat& out) {
  const int n = x.rows(), d = x.cols(), middle = (k - 1) / 2;
  std::fill(out.cells().begin(), out.cells().end(), Real{0});
  for (int t = 0; t < k; ++t) {
    const int moved = t - middle;  // row i of out takes row i + moved of x, where there is one
    const int first = std::max(0, -moved), last = std::min(n, n - moved);
    if (first >= last) continue;
    banded_product({x.row(first + moved).data(), d, 1}, {w.row(t * d).data(), d, 1},
                   out.row(first).data(), d, last - first, d, d, true);
  }
}

}  // namespace glassformer
