// y_ij = max(x_i,2j, x_i,2j+1), columns counted from 0: of every two neighbouring columns the
// larger number goes on (Goodfellow et al. 2013, section 2; Bahdanau et al. 2015, A.2.2). Backward:
// all of dy goes to the larger one, and to the first where both are equal. nan stays nan.
#include <cmath>

#include "core/grad/ops.h"
#include "core/grad/ops/common.h"
#include "core/kernels/parallel.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, 0);
  if (x.cols % 2 != 0) {
    throw_shape_error(tape, node, "its columns must come in pairs");
  }
  return {x.rows, x.cols / 2};
}

// Which of the two goes on: 0, the first, or 1.
int larger(Real first, Real second) {
  return second > first || (std::isnan(second) && !std::isnan(first)) ? 1 : 0;
}

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  parallel_for(x.rows(), x.size(), [&](int row) {
    const auto from = x.row(row);
    const auto to = result(node).row(row);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const Real first = from[2 * j], second = from[2 * j + 1];
      to[j] = larger(first, second) == 1 ? second : first;
    }
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat& x = in(tape, node, 0);
  Mat& dx = grad_in(tape, node, 0);
  parallel_for(x.rows(), x.size(), [&](int row) {
    for (int j = 0; j < grad.cols(); ++j) {
      dx(row, 2 * j + larger(x(row, 2 * j), x(row, 2 * j + 1))) += grad(row, j);
    }
  });
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat& x = in(tape, node, 0);
  Explanation explanation;
  explanation.how = Explanation::How::largest;
  explanation.picked = larger(x(row, 2 * col), x(row, 2 * col + 1));
  for (int k = 0; k < 2; ++k) {
    const int from = 2 * col + k;
    explanation.terms.push_back({{cell_in(node, 0, row, from)}, x(row, from), ""});
  }
  return explanation;
}

// Columns count from 1 where they are written: y_j is the larger of x_{2j−1} and x_{2j}.
Law law(LawPen& pen) {
  const Index first =
                  pen.col.is_number() ? Index(2 * pen.col.at) : Index("2" + pen.col.text() + "-1"),
              second =
                  pen.col.is_number() ? Index(2 * pen.col.at + 1) : Index("2" + pen.col.text());
  return {"\\max(" + pen.cell(0, pen.row, first) + ", " + pen.cell(0, pen.row, second) + ")"};
}

constexpr Op op{.name = "maxout",
                .formula = "\\max(x_{i,2j-1}, x_{i,2j})",
                .source = "Goodfellow et al. 2013, Maxout Networks, section 2",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .makes = {.cols = OpMakes::kNothing}};
const RegisterOp registered{op};
const RegisterLaw registered_law{op, law};

}  // namespace

Var maxout(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
