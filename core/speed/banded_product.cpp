#include "core/speed/banded_product.h"

#include <algorithm>

#include "core/kernels/blocked_product.h"
#include "core/kernels/parallel.h"
#include "core/kernels/threads.h"

namespace glassformer {

namespace {

// The band i of so many has the rows cut(i) … cut(i + 1).
int cut(int rows, int band, int bands) {
  return static_cast<int>(static_cast<long long>(rows) * band / bands);
}

}  // namespace

void banded_product(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner,
                    int cols, bool accumulate) {
  constexpr int min = 48;  // a narrower band spends its time on copying b
  const int bands = std::max(1, std::min(free_threads(), rows / min));
  const auto cost = static_cast<std::size_t>(rows) * static_cast<std::size_t>(inner) *
                    static_cast<std::size_t>(cols);
  parallel_for(bands, cost, [&](int band) {
    const int first = cut(rows, band, bands), count = cut(rows, band + 1, bands) - first;
    blocked_product({a.cells + first * a.row, a.row, a.col}, b, c + first * ldc, ldc, count, inner,
                    cols, accumulate);
  });
}

}  // namespace glassformer
