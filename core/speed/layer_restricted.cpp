#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/blocked_product.h"
#include "core/kernels/parallel.h"
#include "core/speed/layers.h"
#include "core/speed/softmax_row.h"

// r n d multiplications for the scores and as many for the sums, if every word took
// its r words alone. Words that stand together look at nearly the same: a block of
// them is one product, with the words that some of the block do not look at. That
// is up to twice the multiplications, and still faster than a small product for
// each word.
namespace glassformer {

void restricted_attention(const Mat& q, const Mat& k, const Mat& v, int r, Mat& out) {
  const int n = q.rows(), d = q.cols(), seen = std::min(r, n);
  const Real scale = 1 / std::sqrt(static_cast<Real>(d));
  const auto first_seen = [&](int i) { return std::clamp(i - (seen - 1) / 2, 0, n - seen); };
  const int block = std::clamp(seen, 16, 128), blocks = (n + block - 1) / block;
  const auto cost =
      static_cast<std::size_t>(n) * static_cast<std::size_t>(seen) * static_cast<std::size_t>(d);
  parallel_for(blocks, cost, [&](int b) {
    const int begin = b * block, count = std::min(block, n - begin);
    const int from = first_seen(begin), span = first_seen(begin + count - 1) + seen - from;
    thread_local Mat scores;
    scores.reset({count, span});
    blocked_product({q.row(begin).data(), d, 1}, {k.row(from).data(), 1, d}, scores.data(),
                    scores.cols(), count, d, span, false);
    for (int i = 0; i < count; ++i) {
      Real* row = scores.row(i).data();
      const int left = first_seen(begin + i) - from;
      std::fill(row, row + left, -std::numeric_limits<Real>::infinity());
      std::fill(row + left + seen, row + span, -std::numeric_limits<Real>::infinity());
      softmax_row(row, span, scale);
    }
    blocked_product({scores.data(), scores.cols(), 1}, {v.row(from).data(), d, 1},
                    out.row(begin).data(), d, count, span, d, false);
  });
}

}  // namespace glassformer
