// y_ij = γ_j x_ij / r_i with r_i = √(mean of x_ik² over the row + ε), the root of the mean square
// (Zhang and Sennrich 2019, §4): layer normalisation without the mean and without β. Reads Attr::a:
// ε. Backward, with g_j = γ_j dy_j and x̂_j = x_j / r: dx_j = (g_j − x̂_j mean(g ∘ x̂)) / r;
// dγ_j = Σ_i dy_ij x̂_ij.
#include <cmath>
#include <string>
#include <vector>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, 0);
  require_row(tape, node, 1, x.cols);
  if (!(node.attr.a > 0)) {
    throw UserError("rms_norm: epsilon is " + number_text(node.attr.a) +
                    "; it must be greater than 0, or a row of zeros would be divided by 0");
  }
  return x;
}

double mean_square(std::span<const Real> x) {
  double squares = 0;
  for (const double cell : x) squares += cell * cell;
  return squares / static_cast<double>(x.size());
}

double root_of(std::span<const Real> x, double epsilon) {
  return std::sqrt(mean_square(x) + epsilon);
}

void exact_forward(const Tape& tape, Node& node) {
  const Mat &x = in(tape, node, 0), &gamma = in(tape, node, 1);
  for (int row = 0; row < x.rows(); ++row) {
    const double root = root_of(x.row(row), node.attr.a);
    for (int col = 0; col < x.cols(); ++col) {
      result(node)(row, col) = static_cast<Real>(gamma(0, col) * (x(row, col) / root));
    }
  }
}

void exact_backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &x = in(tape, node, 0), &gamma = in(tape, node, 1);
  Mat& dx = grad_in(tape, node, 0);
  std::vector<double> dgamma(static_cast<std::size_t>(x.cols()));
  for (int row = 0; row < x.rows(); ++row) {
    const double root = root_of(x.row(row), node.attr.a);
    const auto g = [&](int col) { return static_cast<double>(gamma(0, col)) * grad(row, col); };
    double along = 0;
    for (int col = 0; col < x.cols(); ++col) along += g(col) * (x(row, col) / root) / x.cols();
    for (int col = 0; col < x.cols(); ++col) {
      const double normed = x(row, col) / root;
      dx(row, col) += static_cast<Real>((g(col) - normed * along) / root);
      dgamma[static_cast<std::size_t>(col)] += grad(row, col) * normed;
    }
  }
  add_to(dgamma, grad_in(tape, node, 1).cells());
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat &x = in(tape, node, 0), &gamma = in(tape, node, 1);
  const double square = mean_square(x.row(row)), root = std::sqrt(square + node.attr.a);
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  explanation.terms = {
      {{cell_in(node, 1, 0, col), cell_in(node, 0, row, col)},
       gamma(0, col) * (x(row, col) / root),
       number_text(gamma(0, col)) + " × " + number_text(x(row, col)) + " ÷ " + number_text(root)}};
  explanation.note = "the mean of the row's squares is " + number_text(square) +
                     "; √(mean + ε) = " + number_text(root);
  return explanation;
}

// The fast path, for more than `exact_cells` cells: the same in Real, a vector of cells at a time.

// 1 / √(mean square + ε)
Real quick_inverse(const Real* x, int cols, double epsilon) {
  Real squares = 0;
#pragma omp simd reduction(+ : squares)
  for (int j = 0; j < cols; ++j) squares += x[j] * x[j];
  return static_cast<Real>(1 / std::sqrt(static_cast<double>(squares) / cols + epsilon));
}

void quick_forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  const Real* gamma = in(tape, node, 1).data();
  parallel_for(x.rows(), x.size() * 3, [&](int row) {
    const Real* from = x.row(row).data();
    Real* to = result(node).row(row).data();
    const Real inverse = quick_inverse(from, x.cols(), node.attr.a);
    for (int j = 0; j < x.cols(); ++j) to[j] = gamma[j] * (from[j] * inverse);
  });
}

void quick_backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  const Real* gamma = in(tape, node, 1).data();
  const int cols = x.cols();
  {
    const auto [dx, fresh] = gradient_of(tape, node, 0);
    Real* const whole = dx.data();
    parallel_for(x.rows(), x.size() * 6, [&, fresh = fresh](int row) {
      const Real *from = x.row(row).data(), *dy = grad.row(row).data();
      Real* to = whole + static_cast<std::ptrdiff_t>(row) * cols;
      const Real inverse = quick_inverse(from, cols, node.attr.a);
      Real along = 0;
#pragma omp simd reduction(+ : along)
      for (int j = 0; j < cols; ++j) along += gamma[j] * dy[j] * from[j];
      along *= inverse * inverse / static_cast<Real>(cols);
      for (int j = 0; j < cols; ++j) {
        const Real d = (gamma[j] * dy[j] - from[j] * along) * inverse;
        to[j] = fresh ? d : to[j] + d;
      }
    });
  }
  std::vector<double> dgamma(static_cast<std::size_t>(cols));
  for (int row = 0; row < x.rows(); ++row) {
    const Real *from = x.row(row).data(), *dy = grad.row(row).data();
    const Real inverse = quick_inverse(from, cols, node.attr.a);
    for (int j = 0; j < cols; ++j) dgamma[static_cast<std::size_t>(j)] += dy[j] * from[j] * inverse;
  }
  add_to(dgamma, grad_in(tape, node, 1).cells());
}

bool is_exact(const Tape& tape, const Node& node) {
  return in_shape(tape, node, 0).cells() <= exact_cells;
}

void forward(const Tape& tape, Node& node) {
  is_exact(tape, node) ? exact_forward(tape, node) : quick_forward(tape, node);
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  is_exact(tape, node) ? exact_backward(tape, node, grad) : quick_backward(tape, node, grad);
}

Law law(LawPen& pen) {
  const Index k = pen.bound();
  return {pen.factor(1, 0, pen.col) + " \\frac{" + pen.cell(0, pen.row, pen.col) +
          "}{\\sqrt{\\frac{1}{" + std::to_string(pen.shape(0).cols) + "} \\sum_{" + k.text() +
          "} " + pen.squared(0, pen.row, k) + " + \\epsilon}}"};
}

constexpr Op op{
    .name = "rms_norm",
    .formula = "\\gamma_j \\frac{x_{ij}}{\\sqrt{\\frac{1}{d} \\sum_k x_{ik}^2 + \\epsilon}}",
    .source = "Zhang and Sennrich 2019, section 4",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .explain = explain};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var rms_norm(Tape& tape, Var x, Var gamma, double epsilon) {
  Attr attr;
  attr.a = epsilon;
  return tape.record(op, {x, gamma}, std::move(attr));
}

}  // namespace glassformer
