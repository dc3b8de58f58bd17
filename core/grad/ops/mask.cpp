// y_ij = x_ij where the mask is not 0, and −∞ where it is: after a softmax, that weight is 0
// (Vaswani et al. 2017, §3.2.3). Inputs: scores, mask. Backward: dX = dY where visible, 0
// where hidden. The mask is a constant and gets no gradient.
#include <limits>

#include "core/grad/ops.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

void forward(const Tape& tape, Node& node) {
  const auto x = in(tape, node, 0).cells(), visible = in(tape, node, 1).cells();
  const auto y = result(node).cells();
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] = visible[i] == 0 ? -std::numeric_limits<Real>::infinity() : x[i];
  }
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const auto visible = in(tape, node, 1).cells();
  const auto dx = grad_in(tape, node, 0).cells();
  for (std::size_t i = 0; i < dx.size(); ++i) {
    if (visible[i] != 0) dx[i] += grad.cells()[i];
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  Term& term = explanation.terms.front();
  if (in(tape, node, 1)(row, col) == 0) {
    term = {{cell_in(node, 1, row, col)}, -std::numeric_limits<double>::infinity(), "−∞"};
    explanation.note = "hidden: −∞";
  }
  return explanation;
}

Law law(LawPen& pen) {
  if (!pen.row.is_number() || !pen.col.is_number()) return {};
  return {pen.is_zero(1, pen.row.at, pen.col.at) ? "-\\infty" : pen.cell(0, pen.row, pen.col)};
}

constexpr Op op{
    .name = "mask",
    .formula = "\\text{if } m_{ij} \\neq 0 \\text{ then } x_{ij} \\text{ else } -\\infty",
    .source = "Vaswani et al. 2017, section 3.2.3",
    .shape = same_shape,
    .forward = forward,
    .backward = backward,
    .explain = explain,
    .writing = {.sign = "\\text{mask}"}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var mask(Tape& tape, Var scores, Var visible) {
  return tape.record(op, {scores, visible});
}

}  // namespace glassformer
