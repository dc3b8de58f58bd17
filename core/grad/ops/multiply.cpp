// y_ij = a_ij b_ij, cell by cell. Backward: dA = dY ∘ B, dB = dY ∘ A.
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

void forward(const Tape& tape, Node& node) {
  const auto a = in(tape, node, 0).cells(), b = in(tape, node, 1).cells();
  const auto y = result(node).cells();
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = a[i] * b[i];
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  for (int input = 0; input < 2; ++input) {
    const auto other = in(tape, node, 1 - input).cells();
    const auto to = grad_in(tape, node, input).cells();
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += grad.cells()[i] * other[i];
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  Term& term = explanation.terms.front();
  term.factors.push_back(cell_in(node, 1, row, col));
  term.value *= in(tape, node, 1)(row, col);
  return explanation;
}

Law law(LawPen& pen) {
  const std::string by = pen.divisor(1, pen.row, pen.col);
  if (!by.empty()) return {"\\frac{" + pen.cell(0, pen.row, pen.col) + "}{" + by + "}"};
  return {pen.factor(0, pen.row, pen.col) + " \\cdot " + pen.factor(1, pen.row, pen.col)};
}

constexpr Op op{.name = "multiply",
                .formula = "a_{ij} \\cdot b_{ij}",
                .source = "the definition of the Hadamard product",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .writing = {.sign = "\\circ", .cell_product = true}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var multiply(Tape& tape, Var a, Var b) {
  return tape.record(op, {a, b});
}

}  // namespace glassformer
