#include "core/kernels/eigen_product.h"

#include <Eigen/Core>

namespace glassformer {

void eigen_product(const Mat& a, const Mat& b, Mat& c) {
  using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Matrix> left(a.data(), a.rows(), a.cols());
  const Eigen::Map<const Matrix> right(b.data(), b.rows(), b.cols());
  Eigen::Map<Matrix>(c.data(), c.rows(), c.cols()).noalias() = left * right;
}

}  // namespace glassformer
