#include "core/project/spectrum.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/project/tridiagonal.h"

namespace glassformer {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double magnitude(const VectorXd& values) {  // largest first
  return std::max(std::abs(values[0]), std::abs(values[values.size() - 1]));
}

// The first `count` columns are eigenvectors of the tridiagonal matrix.
MatrixXd inverse_iteration(const VectorXd& diagonal, const VectorXd& beside, const VectorXd& values,
                           int count) {
  const Index n = diagonal.size();
  const double size = magnitude(values);
  const double tiny = std::max(size * 1e-16, std::numeric_limits<double>::min());
  const std::vector<double> on(diagonal.begin(), diagonal.end()), off(beside.begin(), beside.end());
  MatrixXd vectors(n, count);
  std::vector<double> cells(static_cast<std::size_t>(n));
  Eigen::Map<VectorXd> x(cells.data(), n);
  for (Index k = 0; k < count; ++k) {
    const ShiftedTridiagonal system(on, off, values[k], tiny);
    // Any beginning will do that is not orthogonal to the vector, and another one for equal values.
    for (Index i = 0; i < n; ++i) x[i] = 1 + 0.5 * std::sin(static_cast<double>(i + 1 + 7 * k));
    for (int turn = 0; turn < 3; ++turn) {
      x /= x.lpNorm<Eigen::Infinity>();
      system.solve(cells);
      for (Index before = 0; before < k; ++before) {
        if (values[before] - values[k] > 1e-3 * size) continue;
        x -= vectors.col(before).dot(x) * vectors.col(before);
      }
      x.normalize();
    }
    vectors.col(k) = x;
  }
  return vectors;
}

bool holds(const MatrixXd& a, const VectorXd& values, const MatrixXd& vectors) {
  const Index k = vectors.cols();
  const MatrixXd missed =
      a.selfadjointView<Eigen::Lower>() * vectors - vectors * values.head(k).asDiagonal();
  const MatrixXd apart = vectors.transpose() * vectors - MatrixXd::Identity(k, k);
  return missed.allFinite() && missed.cwiseAbs().maxCoeff() <= 1e-11 * magnitude(values) &&
         apart.cwiseAbs().maxCoeff() <= 1e-10;
}

Spectrum as_spectrum(const VectorXd& values, const MatrixXd& vectors) {
  Spectrum result;
  result.values.assign(values.begin(), values.end());
  for (Index k = 0; k < vectors.cols(); ++k) {
    result.vectors.emplace_back(vectors.col(k).begin(), vectors.col(k).end());
  }
  return result;
}

}  // namespace

Spectrum spectrum(const std::vector<double>& cells, int size, int count) {
  if (size == 0) return {};
  const MatrixXd a = Eigen::Map<const MatrixXd>(cells.data(), size, size);
  if (size > 2 && count * 4 <= size) {
    const Eigen::Tridiagonalization<MatrixXd> form(a);
    const VectorXd diagonal = form.diagonal(), beside = form.subDiagonal();
    Eigen::SelfAdjointEigenSolver<MatrixXd> solver;
    solver.computeFromTridiagonal(diagonal, beside, Eigen::EigenvaluesOnly);
    const VectorXd values = solver.eigenvalues().reverse();
    const MatrixXd vectors = form.matrixQ() * inverse_iteration(diagonal, beside, values, count);
    if (solver.info() == Eigen::Success && holds(a, values, vectors)) {
      return as_spectrum(values, vectors);
    }
  }
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(a);
  return as_spectrum(solver.eigenvalues().reverse(),
                     solver.eigenvectors().rowwise().reverse().leftCols(count));
}

}  // namespace glassformer
