#include "core/project/procrustes.h"

#include <Eigen/SVD>
#include <algorithm>

#include "core/backend/gemm.h"

namespace glassformer {

namespace {

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
  Eigen::MatrixXd cells(n, m);
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < m; ++c) cells(r, c) = static_cast<double>(products(r, c));
  }
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(cells, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::MatrixXd rotation = svd.matrixU() * svd.matrixV().transpose();
  Mat result(n, m);
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < m; ++c) result(r, c) = static_cast<Real>(rotation(r, c));
  }
  return result;
}

}  // namespace glassformer
