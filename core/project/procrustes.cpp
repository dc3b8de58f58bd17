#include "core/project/procrustes.h"

#include <algorithm>

#include "core/kernels/gemm.h"
#include "core/project/spectrum.h"

namespace glassformer {

namespace {

// Below this share of the largest, a singular value is rounding and its direction anything.
constexpr double kMinShare = 1e-12;

Mat copied(const Rows& rows) {
  Mat m(static_cast<int>(rows.count()), static_cast<int>(rows.dim()));
  for (std::size_t r = 0; r < rows.count(); ++r) {
    std::copy(rows[r].begin(), rows[r].end(), m.row(static_cast<int>(r)).begin());
  }
  return m;
}

}  // namespace

Mat procrustes(const Rows& from, const Rows& to) {
  const auto n = static_cast<int>(from.dim()), m = static_cast<int>(to.dim());
  Mat products(n, m);
  gemm(copied(from), Transpose::yes, copied(to), Transpose::no, products, Into::replace);
  // With products = U Σ Vᵀ the rotation is U Vᵀ. The eigenvectors of (0 products; productsᵀ 0) with
  // positive eigenvalues are the columns of U above those of V, each of length 1/√2: no square of
  // Σ is formed, which would cost half of the digits.
  const auto height = static_cast<std::size_t>(n), width = static_cast<std::size_t>(m);
  const std::size_t size = height + width;
  std::vector<double> cells(size * size);
  for (std::size_t r = 0; r < height; ++r) {
    for (std::size_t c = 0; c < width; ++c) {
      const std::size_t up = r * size + height + c, down = (height + c) * size + r;
      cells[up] = cells[down] =
          static_cast<double>(products(static_cast<int>(r), static_cast<int>(c)));
    }
  }
  const Spectrum both = spectrum(cells, n + m, std::min(n, m));
  Mat result(n, m, 0);
  for (std::size_t k = 0; k < both.vectors.size(); ++k) {
    if (both.values[k] <= kMinShare * both.values[0]) break;
    const std::vector<double>& pair = both.vectors[k];
    for (std::size_t r = 0; r < height; ++r) {
      for (std::size_t c = 0; c < width; ++c) {
        result(static_cast<int>(r), static_cast<int>(c)) +=
            static_cast<Real>(2 * pair[r] * pair[height + c]);
      }
    }
  }
  return result;
}

}  // namespace glassformer
