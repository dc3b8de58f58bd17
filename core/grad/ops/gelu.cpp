// y = x Φ(x), Φ the distribution function of the normal law: the exact form, not the one with tanh
// (Hendrycks and Gimpel 2016, section 2). Slope: Φ(x) + x φ(x), φ the density.
//
// More than `exact_cells` cells, in float: Φ by formula 7.1.26 of Abramowitz and Stegun 1964, whose
// error is below 1.5e-7, which is a float's own.
#include <cmath>
#include <numbers>
#include <vector>

#include "core/backend/lanes.h"
#include "core/grad/ops.h"
#include "core/grad/ops/cellwise.h"

namespace glassformer {

namespace {

double normal_below(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

double f(double x) {
  return std::isinf(x) && x < 0 ? 0 : x * normal_below(x);  // the limit of −∞ · 0
}

double slope(double x, double) {
  const double density = std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return normal_below(x) + (std::isinf(x) ? 0 : x * density);
}

using Exact = Cellwise<f, slope>;

// Φ(x), given e^(−x²/2); without a branch, so that the compiler computes several at once.
inline Real below(Real x, Real power) {
  const Real z = std::abs(x) * Real(0.70710678118654752);
  const Real t = 1 / (1 + Real(0.3275911) * z);
  Real p = Real(1.061405429);
  p = p * t - Real(1.453152027);
  p = p * t + Real(1.421413741);
  p = p * t - Real(0.284496736);
  p = p * t + Real(0.254829592);
  return Real(0.5) + std::copysign(Real(0.5) - p * t * power / 2, x);
}

// From there on Φ is 0 or 1 and x φ(x) is 0; ∞ · 0 would be nan.
constexpr Real far = 15;
inline Real bounded(Real x) {
  const Real least = x < -far ? -far : x;
  return least > far ? far : least;
}

// e^(−x²/2) of a row; the memory stays with the thread.
const Real* powers(const Real* x, int cols) {
  thread_local std::vector<Real> cells;
  cells.assign(static_cast<std::size_t>(padded(cols)), 0);
  Real* to = cells.data();
  for (int col = 0; col < cols; ++col) to[col] = -x[col] * x[col] / 2;
  quick_exp(to, padded(cols));
  return to;
}

void quick_row(const Real* x, Real* y, int cols) {
  const Real* power = powers(x, cols);
  for (int col = 0; col < cols; ++col) {
    const Real kept = x[col] < -far ? -far : x[col];
    y[col] = kept * below(x[col], power[col]);
  }
}

void quick_row_back(const Real* x, const Real* dy, Real* dx, int cols) {
  constexpr Real peak = Real(std::numbers::inv_sqrtpi / std::numbers::sqrt2);
  const Real* power = powers(x, cols);
  for (int col = 0; col < cols; ++col) {
    dx[col] += dy[col] * (below(x[col], power[col]) + bounded(x[col]) * power[col] * peak);
  }
}

bool is_exact(const Mat& x) {
  return sizeof(Real) == sizeof(double) || x.size() <= exact_cells;
}

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  if (is_exact(x)) return Exact::forward(tape, node);
  parallel_for(x.rows(), x.size() * Exact::cost, [&](int row) {
    quick_row(x.row(row).data(), node.value.row(row).data(), x.cols());
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  if (is_exact(x)) return Exact::backward(tape, node, grad);
  Mat& dx = grad_in(tape, node, 0);
  parallel_for(x.rows(), x.size() * Exact::cost, [&](int row) {
    quick_row_back(x.row(row).data(), grad.row(row).data(), dx.row(row).data(), x.cols());
  });
}

constexpr Op op{.name = "gelu",
                .formula = "x_{ij} \\Phi(x_{ij})",
                .source = "Hendrycks and Gimpel 2016, section 2",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = Exact::explain};
const RegisterOp registered{op};

}  // namespace

Var gelu(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
