#include "core/project/procrustes.h"

#include <algorithm>

#include "core/backend/gemm.h"
#include "core/project/spectrum.h"

namespace glassformer {

namespace {

// Below this share of the largest, a singular value is rounding and its direction anything.
constexpr double kLeastShare = 1e-12;

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
  gemm(copied(from), Turn::transposed, copied(to), Turn::as_is, products, Into::replace);
  // With products = U Σ Vᵀ the rotation is U Vᵀ. The eigenvectors of (0 products; productsᵀ 0) with
  // positive eigenvalues are the columns of U above those of V, each of length 1/√2: no square of
  // Σ is formed, which would cost half of the digits.
  const int size = n + m;
  const auto at = [size](int r, int c) {
    return static_cast<std::size_t>(r) * static_cast<std::size_t>(size) +
           static_cast<std::size_t>(c);
  };
  std::vector<double> cells(at(size, 0));
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < m; ++c) {
      cells[at(r, n + c)] = cells[at(n + c, r)] = static_cast<double>(products(r, c));
    }
  }
  const Spectrum both = spectrum(cells, size, std::min(n, m));
  Mat result(n, m, 0);
  for (std::size_t k = 0; k < both.vectors.size(); ++k) {
    if (both.values[k] <= kLeastShare * both.values[0]) break;
    const std::vector<double>& pair = both.vectors[k];
    for (int r = 0; r < n; ++r) {
      for (int c = 0; c < m; ++c) {
        result(r, c) += static_cast<Real>(2 * pair[static_cast<std::size_t>(r)] *
                                          pair[static_cast<std::size_t>(n + c)]);
      }
    }
  }
  return result;
}

}  // namespace glassformer
