// y_ij = γ_j x̂_ij + β_j with x̂_ij = (x_ij − μ_i) / √(σ²_i + ε), μ_i and σ²_i the mean and the
// variance of row i (Ba, Kiros and Hinton 2016, §3.1). Reads Attr::a: ε.
// Backward, with g_j = γ_j dy_j: dx_j = (g_j − mean(g) − x̂_j mean(g ∘ x̂)) / √(σ² + ε);
// dγ_j = Σ_i dy_ij x̂_ij; dβ_j = Σ_i dy_ij.
#include <cmath>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

struct Moments {
  Moments(std::span<const Real> x, double epsilon) {
    for (double cell : x) mean += cell;
    mean /= static_cast<double>(x.size());
    for (double cell : x) variance += (cell - mean) * (cell - mean);
    variance /= static_cast<double>(x.size());
    deviation = std::sqrt(variance + epsilon);
  }
  double normed(Real x) const { return (x - mean) / deviation; }
  double mean = 0;
  double variance = 0;
  double deviation = 0;
};

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, 0);
  require_row(tape, node, 1, x.cols);
  require_row(tape, node, 2, x.cols);
  if (!(node.attr.a > 0)) {
    throw UserError("layer_norm: epsilon is " + number_text(node.attr.a) +
                    "; it must be greater than 0, or a row of equal cells would be divided by 0");
  }
  return x;
}

void exact_forward(const Tape& tape, Node& node) {
  const Mat &x = in(tape, node, 0), &gamma = in(tape, node, 1), &beta = in(tape, node, 2);
  parallel_for(x.rows(), x.size() * 4, [&](int row) {
    const Moments moments(x.row(row), node.attr.a);
    for (int col = 0; col < x.cols(); ++col) {
      result(node)(row, col) =
          static_cast<Real>(gamma(0, col) * moments.normed(x(row, col)) + beta(0, col));
    }
  });
}

void add_input_gradient(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &x = in(tape, node, 0), &gamma = in(tape, node, 1);
  Mat& dx = grad_in(tape, node, 0);
  parallel_for(x.rows(), x.size() * 8, [&](int row) {
    const Moments moments(x.row(row), node.attr.a);
    const auto g = [&](int col) { return static_cast<double>(gamma(0, col)) * grad(row, col); };
    double mean = 0, along = 0;
    for (int col = 0; col < x.cols(); ++col) {
      mean += g(col) / x.cols();
      along += g(col) * moments.normed(x(row, col)) / x.cols();
    }
    for (int col = 0; col < x.cols(); ++col) {
      const double d = g(col) - mean - moments.normed(x(row, col)) * along;
      dx(row, col) += static_cast<Real>(d / moments.deviation);
    }
  });
}

void exact_backward(Tape& tape, const Node& node, const Mat& grad) {
  add_input_gradient(tape, node, grad);
  const Mat& x = in(tape, node, 0);
  std::vector<double> dgamma(static_cast<std::size_t>(x.cols()));
  for (int row = 0; row < x.rows(); ++row) {
    const Moments moments(x.row(row), node.attr.a);
    for (int col = 0; col < x.cols(); ++col) {
      dgamma[static_cast<std::size_t>(col)] += grad(row, col) * moments.normed(x(row, col));
    }
  }
  add_to(dgamma, grad_in(tape, node, 1).cells());
  add_sum_of_rows(grad, grad_in(tape, node, 2).cells());
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat &x = in(tape, node, 0), &gamma = in(tape, node, 1);
  const Moments moments(x.row(row), node.attr.a);
  Explanation explanation = copy_of(tape, cell_in(node, 2, 0, col));
  const std::string difference = number_text(x(row, col)) + (moments.mean < 0 ? " + " : " − ") +
                                 number_text(std::abs(moments.mean));
  explanation.terms.insert(
      explanation.terms.begin(),
      {{cell_in(node, 1, 0, col), cell_in(node, 0, row, col)},
       gamma(0, col) * moments.normed(x(row, col)),
       number_text(gamma(0, col)) + " × (" + difference + ") ÷ " + number_text(moments.deviation)});
  explanation.note = "the row has mean " + number_text(moments.mean) + " and variance " +
                     number_text(moments.variance) +
                     "; √(variance + ε) = " + number_text(moments.deviation);
  return explanation;
}

// The fast path, for more than `exact_cells` cells: the same in Real, a vector of cells at a time.

RowKernels::Norm quick_norm(std::span<const Real> x, double epsilon) {
  return row_kernels().norm(x.data(), epsilon, x.size());
}

void quick_forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  const Real *gamma = in(tape, node, 1).data(), *beta = in(tape, node, 2).data();
  parallel_for(x.rows(), x.size() * 4, [&](int row) {
    const auto from = x.row(row);
    row_kernels().normed(from.data(), quick_norm(from, node.attr.a), gamma, beta,
                         result(node).row(row).data(), from.size());
  });
}

void quick_input_gradient(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  const Real* gamma = in(tape, node, 1).data();
  const auto [dx, fresh] = gradient_of(tape, node, 0);
  Real* const whole = dx.data();
  parallel_for(x.rows(), x.size() * 8, [&, fresh = fresh](int row) {
    const auto from = x.row(row);
    row_kernels().norm_back(from.data(), quick_norm(from, node.attr.a), gamma, grad.row(row).data(),
                            fresh, whole + row * static_cast<std::ptrdiff_t>(from.size()),
                            from.size());
  });
}

void quick_backward(Tape& tape, const Node& node, const Mat& grad) {
  quick_input_gradient(tape, node, grad);
  const Mat& x = in(tape, node, 0);
  const auto cols = static_cast<std::size_t>(x.cols());
  std::vector<double> dgamma(cols), dbeta(cols);
  for (int row = 0; row < x.rows(); ++row) {
    row_kernels().norm_gains_back(x.row(row).data(), quick_norm(x.row(row), node.attr.a),
                                  grad.row(row).data(), dgamma.data(), dbeta.data(), cols);
  }
  add_to(dgamma, grad_in(tape, node, 1).cells());
  add_to(dbeta, grad_in(tape, node, 2).cells());
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
  const std::string row = pen.row.text();
  return {pen.factor(1, 0, pen.col) + " \\frac{" + pen.cell(0, pen.row, pen.col) + " - \\mu_{" +
              row + "}}{\\sqrt{\\sigma_{" + row + "}^{2} + \\epsilon}} + " +
              pen.cell(2, 0, pen.col),
          true};
}

constexpr Op op{
    .name = "layer_norm",
    .formula = "\\gamma_j \\frac{x_{ij} - \\mu_i}{\\sqrt{\\sigma_i^2 + \\epsilon}} + \\beta_j",
    .source = "Ba, Kiros and Hinton 2016, section 3.1",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .explain = explain};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var layer_norm(Tape& tape, Var x, Var gamma, Var beta, double epsilon) {
  Attr attr;
  attr.a = epsilon;
  return tape.record(op, {x, gamma, beta}, std::move(attr));
}

}  // namespace glassformer
