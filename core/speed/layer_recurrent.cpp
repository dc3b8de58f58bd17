#include <cmath>

#include "core/kernels/small_product.h"
#include "core/kernels/width.h"
#include "core/speed/banded_product.h"
#include "core/speed/layers.h"

// n d² multiplications for x w, all words at once, and n d² for the states, one
// after the other: word t cannot begin before word t − 1 is done. So the matrix u
// is read again for every word, and the other cores have nothing to do.
namespace glassformer {

void recurrent(const Mat& x, const Mat& w, const Mat& u, Mat& out) {
  const int n = x.rows(), d = x.cols(), lanes = lanes_in_use(), whole = d / lanes * lanes;
  banded_product({x.data(), d, 1}, {w.data(), d, 1}, out.data(), d, n, d, d);
  thread_local Mat carried;  // h_(t−1) u
  carried.reset({1, d});
  for (int t = 0; t < n; ++t) {
    Real* state = out.row(t).data();
    if (t > 0) {
      const Real* before = out.row(t - 1).data();
      if (whole > 0) {
        small_product({before, d, 1}, u.data(), d, carried.data(), d, 1, d, whole);
      }
      for (int j = whole; j < d; ++j) {
        Real sum = 0;
        for (int p = 0; p < d; ++p) sum += before[p] * u(p, j);
        carried(0, j) = sum;
      }
    }
    for (int j = 0; j < d; ++j) state[j] = std::tanh(state[j] + carried(0, j));
  }
}

}  // namespace glassformer
