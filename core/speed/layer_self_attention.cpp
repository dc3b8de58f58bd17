#include <cmath>

#include "core/kernels/parallel.h"
#include "core/speed/banded_product.h"
#include "core/speed/layers.h"
#include "core/speed/softmax_row.h"

// n² d multiplications for the scores, n² d for the weighted sums, and n²
// exponentials in between. No row waits for another: a step of the sequence is
// never a step of the computation.
namespace glassformer {

void self_attention(const Mat& q, const Mat& k, const Mat& v, Mat& scores, Mat& out) {
  const int n = q.rows(), d = q.cols();
  const Real scale = 1 / std::sqrt(static_cast<Real>(d));
  banded_product({q.data(), d, 1}, {k.data(), 1, d}, scores.data(), scores.cols(), n, d, n);
  parallel_for(n, scores.size(), [&](int i) { softmax_row(scores.row(i).data(), n, scale); });
  banded_product({scores.data(), scores.cols(), 1}, {v.data(), d, 1}, out.data(), d, n, n, d);
}

}  // namespace glassformer
