// L = −Σ_i Σ_j t_ij log softmax(x_i)[j]: the cross-entropy of each row against targets that are
// given cell by cell, of any sign and sum (Goodfellow, Bengio and Courville 2016, §3.13). Cells
// with t_ij = 0 are not read, so x_ij may be −∞ there. Backward: dx_ij = dL (softmax(x_i)_j Σ_k
// t_ik − t_ij), dt_ij = −dL log softmax(x_i)[j]. A row whose softmax is a limit gets no gradient.
#include <cmath>

#include "core/grad/choice_ops.h"
#include "core/grad/number_text.h"
#include "core/grad/ops/common.h"
#include "core/grad/ops/exponentials.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  if (in_shape(tape, node, 0) != in_shape(tape, node, 1)) {
    throw_shape_error(tape, node, "each cell needs a target");
  }
  return {1, 1};
}

bool counts(const Mat& targets, int row) {
  for (const Real cell : targets.row(row)) {
    if (cell != 0) return true;
  }
  return false;
}

double surprise(const Mat& x, const Mat& targets, int row) {
  Exponentials e;
  e.of(x.row(row));
  double sum = 0;
  for (int j = 0; j < x.cols(); ++j) {
    if (targets(row, j) != 0) sum -= targets(row, j) * e.log_share(x(row, j));
  }
  return sum;
}

void forward(const Tape& tape, Node& node) {
  const Mat &x = in(tape, node, 0), &targets = in(tape, node, 1);
  double sum = 0;
  for (int i = 0; i < x.rows(); ++i) {
    if (counts(targets, i)) sum += surprise(x, targets, i);
  }
  result(node)(0, 0) = static_cast<Real>(sum);
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &x = in(tape, node, 0), &targets = in(tape, node, 1);
  const double slope = grad(0, 0);
  Mat& dx = grad_in(tape, node, 0);
  Mat& dt = grad_in(tape, node, 1);
  for (int i = 0; i < x.rows(); ++i) {
    if (is_limit(x.row(i))) continue;
    thread_local Exponentials e;
    e.of(x.row(i));
    double total = 0;
    for (const Real cell : targets.row(i)) total += cell;
    for (int j = 0; j < x.cols(); ++j) {
      const double share = e.values[static_cast<std::size_t>(j)] / e.sum;
      dx(i, j) += static_cast<Real>(slope * (share * total - targets(i, j)));
      if (share > 0) dt(i, j) -= static_cast<Real>(slope * e.log_share(x(i, j)));
    }
  }
}

Explanation explain(const Tape& tape, const Node& node, int, int) {
  const Mat &x = in(tape, node, 0), &targets = in(tape, node, 1);
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  for (int i = 0; i < x.rows(); ++i) {
    Exponentials e;
    e.of(x.row(i));
    for (int j = 0; j < x.cols(); ++j) {
      if (targets(i, j) == 0) continue;
      const double log_share = e.log_share(x(i, j));
      explanation.terms.push_back(
          {{cell_in(node, 1, i, j), cell_in(node, 0, i, j)},
           -targets(i, j) * log_share,
           "−" + number_text(targets(i, j)) + " · log " + number_text(std::exp(log_share))});
    }
  }
  explanation.note =
      "the sum of −log of each softmax cell times its target; a softmax reads its whole row";
  return explanation;
}

constexpr Op op{.name = "soft_cross_entropy",
                .formula = "-\\sum_{ij} t_{ij} \\log \\frac{e^{x_{ij}}}{\\sum_k e^{x_{ik}}}",
                .source = "Goodfellow, Bengio and Courville 2016, section 3.13",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {OpMakes::kNothing, OpMakes::kNothing, OpMakes::Numbers::plain}};
const RegisterOp registered{op};

}  // namespace

Var soft_cross_entropy(Tape& tape, Var x, Var targets) {
  return tape.record(op, {x, targets});
}

}  // namespace glassformer
