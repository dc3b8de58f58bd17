// y_ij = x_ji. Backward: dX = dYᵀ.
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, 0);
  return {x.cols, x.rows};
}

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  for (int row = 0; row < x.rows(); ++row) {
    for (int col = 0; col < x.cols(); ++col) result(node)(col, row) = x(row, col);
  }
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  Mat& dx = grad_in(tape, node, 0);
  for (int row = 0; row < dx.rows(); ++row) {
    for (int col = 0; col < dx.cols(); ++col) dx(row, col) += grad(col, row);
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  return copy_of(tape, cell_in(node, 0, col, row));
}

Law law(LawPen& pen) {
  return {pen.cell(0, pen.col, pen.row)};
}

constexpr Op op{.name = "transpose",
                .formula = "x_{ji}",
                .source = "the definition of the transpose",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .copies = true,
                .makes = {{0, true}, {0, false}}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var transpose(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
