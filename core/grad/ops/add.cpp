// y_ij = a_ij + b_ij. Backward: both inputs get dY.
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

void forward(const Tape& tape, Node& node) {
  const auto a = in(tape, node, 0).cells(), b = in(tape, node, 1).cells();
  const auto y = result(node).cells();
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = a[i] + b[i];
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  for (int input = 0; input < 2; ++input) {
    give_gradient(tape, node, input, [dy = grad.data()](std::size_t i) { return dy[i]; });
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  explanation.terms.push_back(copy_of(tape, cell_in(node, 1, row, col)).terms.front());
  return explanation;
}

Law law(LawPen& pen) {
  return {pen.cell(0, pen.row, pen.col) + " + " + pen.cell(1, pen.row, pen.col), true};
}

constexpr Op op{.name = "add",
                .formula = "a_{ij} + b_{ij}",
                .source = "the definition of the matrix sum",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .writing = {.sign = "+"}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var add(Tape& tape, Var a, Var b) {
  return tape.record(op, {a, b});
}

}  // namespace glassformer
