// y_ij = a_ij − b_ij. Backward: dA = dY, dB = −dY.
#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

void forward(const Tape& tape, Node& node) {
  const auto a = in(tape, node, 0).cells(), b = in(tape, node, 1).cells();
  const auto y = result(node).cells();
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = a[i] - b[i];
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const auto da = grad_in(tape, node, 0).cells();
  for (std::size_t i = 0; i < da.size(); ++i) da[i] += grad.cells()[i];
  const auto db = grad_in(tape, node, 1).cells();
  for (std::size_t i = 0; i < db.size(); ++i) db[i] -= grad.cells()[i];
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  Term taken = copy_of(tape, cell_in(node, 1, row, col)).terms.front();
  taken.value = -taken.value;
  taken.what = "× (−1)";
  explanation.terms.push_back(std::move(taken));
  return explanation;
}

Law law(LawPen& pen) {
  return {pen.cell(0, pen.row, pen.col) + " - " + pen.factor(1, pen.row, pen.col), true};
}

constexpr Op op{.name = "subtract",
                .formula = "a_{ij} - b_{ij}",
                .source = "the definition of the matrix difference",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .writing = {.sign = "-"}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var subtract(Tape& tape, Var a, Var b) {
  return tape.record(op, {a, b});
}

}  // namespace glassformer
