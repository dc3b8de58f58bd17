#include "core/speed/softmax_row.h"

#include <algorithm>
#include <limits>

#include "core/kernels/lanes.h"

namespace glassformer {

void softmax_row(Real* cells, int n, Real scale) {
  const int whole = padded(n);
  std::fill(cells + n, cells + whole, -std::numeric_limits<Real>::infinity());
  Lanes max = load_lanes(cells);
  for (int i = lanes; i < whole; i += lanes) {
    const Lanes more = load_lanes(cells + i);
    max = more > max ? more : max;
  }
  Real largest = max[0];
  for (int lane = 1; lane < lanes; ++lane) largest = std::max(largest, max[lane]);
  for (int i = 0; i < whole; i += lanes) {
    store_lanes(cells + i, (load_lanes(cells + i) - largest) * scale);
  }
  quick_exp(cells, whole);
  Lanes sums{};
  for (int i = 0; i < whole; i += lanes) sums += load_lanes(cells + i);
  Real sum = 0;
  for (int lane = 0; lane < lanes; ++lane) sum += sums[lane];
  const Real share = 1 / sum;
  for (int i = 0; i < whole; i += lanes) store_lanes(cells + i, load_lanes(cells + i) * share);
}

}  // namespace glassformer
