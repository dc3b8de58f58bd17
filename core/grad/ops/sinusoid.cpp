// y_ij = sin(x_ij) in the columns 0, 2, 4 … and cos(x_ij) in the columns 1, 3, 5 …
// Slope: cos(x_ij) and −sin(x_ij).
#include <cmath>

#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"

namespace glassformer {

namespace {

constexpr std::size_t cost = 16;  // of one sine, in cell operations

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  parallel_for(x.rows(), x.size() * cost, [&](int row) {
    for (int col = 0; col < x.cols(); ++col) {
      const double angle = x(row, col);
      result(node)(row, col) = static_cast<Real>(col % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  Mat& dx = grad_in(tape, node, 0);
  for (int row = 0; row < x.rows(); ++row) {
    for (int col = 0; col < x.cols(); ++col) {
      const double angle = x(row, col);
      const double slope = col % 2 == 0 ? std::cos(angle) : -std::sin(angle);
      dx(row, col) += static_cast<Real>(grad(row, col) * slope);
    }
  }
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  Explanation explanation = copy_of(tape, cell_in(node, 0, row, col));
  explanation.how = Explanation::How::apply;
  if (col % 2 == 0) {
    explanation.function = [](double angle) { return std::sin(angle); };
    explanation.function_name = "sin";
  } else {
    explanation.function = [](double angle) { return std::cos(angle); };
    explanation.function_name = "cos";
  }
  return explanation;
}

Law law(LawPen& pen) {
  if (!pen.col.is_number()) return {};
  return {(pen.col.at % 2 == 0 ? "\\sin(" : "\\cos(") + pen.cell(0, pen.row, pen.col) + ")"};
}

constexpr Op op{.name = "sinusoid",
                .formula = "\\sin(x_{i,2j}) \\text{, } \\cos(x_{i,2j+1})",
                .source = "Vaswani et al. 2017, section 3.5",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var sinusoid(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
