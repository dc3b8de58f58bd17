// y_ij = x_ij / ‖x_i‖: each row divided by its Euclidean length, so that the product of two of them
// is the cosine of their angle. Backward: dx = (dy − y (dy · y)) / ‖x‖ for each row.
// A row of zeros has no direction: it stays zero, with no gradient.
#include <cmath>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"

namespace glassformer {

namespace {

double length(std::span<const Real> row) {
  double squares = 0;
  for (double x : row) squares += x * x;
  return std::sqrt(squares);
}

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  parallel_for(x.rows(), x.size() * 2, [&](int row) {
    const double norm = length(x.row(row));
    if (norm == 0) return;
    auto y = result(node).row(row).begin();
    for (Real cell : x.row(row)) *y++ = static_cast<Real>(cell / norm);
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  Mat& dx = grad_in(tape, node, 0);
  parallel_for(x.rows(), x.size() * 4, [&](int row) {
    const double norm = length(x.row(row));
    if (norm == 0) return;
    const auto from = x.row(row), dy = grad.row(row);
    const auto to = dx.row(row);
    double along = 0;  // dy · y
    for (std::size_t j = 0; j < to.size(); ++j) along += dy[j] * (from[j] / norm);
    for (std::size_t j = 0; j < to.size(); ++j) {
      to[j] += static_cast<Real>((dy[j] - from[j] / norm * along) / norm);
    }
  });
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const double norm = length(in(tape, node, 0).row(row));
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  if (norm == 0) {
    explanation.note = "the row has length 0: no direction, so it stays zero";
    return explanation;
  }
  Term& term = explanation.terms.front();
  term.value /= norm;
  term.what = "÷ " + number_text(norm);
  explanation.note = "the row has length " + number_text(norm);
  return explanation;
}

Law law(LawPen& pen) {
  const Index j = pen.bound();
  return {"\\frac{" + pen.cell(0, pen.row, pen.col) + "}{\\sqrt{\\sum_{" + j.text() + "} " +
          pen.squared(0, pen.row, j) + "}}"};
}

constexpr Op op{.name = "unit_rows",
                .formula = "\\frac{x_{ij}}{\\sqrt{\\sum_k x_{ik}^2}}",
                .source = "the definition of the unit vector",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .adds_to_zeros = true};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var unit_rows(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
