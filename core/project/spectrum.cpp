#include "core/project/spectrum.h"

#include <Eigen/Eigenvalues>

namespace glassformer {

Spectrum spectrum(const std::vector<double>& cells, int size) {
  Spectrum result;
  if (size == 0) return result;
  using Eigen::MatrixXd;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(
      Eigen::Map<const MatrixXd>(cells.data(), size, size));
  for (Eigen::Index k = size - 1; k >= 0; --k) {
    result.values.push_back(solver.eigenvalues()[k]);
    const auto vector = solver.eigenvectors().col(k);
    result.vectors.emplace_back(vector.begin(), vector.end());
  }
  return result;
}

}  // namespace glassformer
