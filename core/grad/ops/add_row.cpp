// y_ij = x_ij + b_j: the row b is added to every row of x. Backward: dX = dY, db_j = Σ_i dy_ij.
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, 0);
  require_row(tape, node, 1, x.cols);
  return x;
}

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  const auto b = in(tape, node, 1).cells();
  for (int row = 0; row < x.rows(); ++row) {
    const auto from = x.row(row);
    const auto to = result(node).row(row);
    for (std::size_t col = 0; col < b.size(); ++col) to[col] = from[col] + b[col];
  }
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  // Row by row, so that a row is near when it is read the second time.
  const auto [dx, fresh] = gradient_of(tape, node, 0);
  std::vector<double> sums(static_cast<std::size_t>(grad.cols()));
  for (int row = 0; row < grad.rows(); ++row) {
    const auto from = grad.row(row);
    const auto to = dx.row(row);
    for (std::size_t j = 0; j < sums.size(); ++j) {
      sums[j] += from[j];
      to[j] = fresh ? from[j] : to[j] + from[j];
    }
  }
  add_to(sums, grad_in(tape, node, 1).cells());
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  explanation.terms.push_back(copy_of(tape, cell_in(node, 1, 0, col)).terms.front());
  return explanation;
}

Law law(LawPen& pen) {
  const std::string x = pen.cell(0, pen.row, pen.col), b = pen.cell(1, 0, pen.col);
  if (b.starts_with("-")) return {x + " - " + b.substr(1), true};
  return {x + " + " + b, true};
}

constexpr Op op{.name = "add_row",
                .formula = "x_{ij} + b_j",
                .source = "the bias of a linear layer",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .writing = {.sign = "+"}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var add_row(Tape& tape, Var x, Var row) {
  return tape.record(op, {x, row});
}

}  // namespace glassformer
