// y_ij = 1 at the largest cell of row i, the first where several are equal, and 0 elsewhere: hard
// attention when it decodes (Xu et al. 2015, §4.1; lecture 004, "focuses on one input"). Backward:
// nothing, since a small change of x changes no cell. A row with nan, or of −∞ alone, has no 1.
#include <cmath>
#include <limits>

#include "core/grad/choice_ops.h"
#include "core/grad/number_text.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

// Its column; −1: none is.
int largest(std::span<const Real> row) {
  int best = -1;
  Real max = -std::numeric_limits<Real>::infinity();
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (std::isnan(row[j])) return -1;
    if (row[j] <= max) continue;
    max = row[j];
    best = static_cast<int>(j);
  }
  return best;
}

void forward(const Tape& tape, Node& node) {
  const Mat& x = in(tape, node, 0);
  for (int i = 0; i < x.rows(); ++i) {
    if (const int best = largest(x.row(i)); best >= 0) result(node)(i, best) = 1;
  }
}

void backward(Tape&, const Node&, const Mat&) {}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat& x = in(tape, node, 0);
  const int best = largest(x.row(row));
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  const bool chosen = best == col;
  explanation.terms.push_back(
      {{cell_in(node, 0, row, col)},
       chosen ? 1.0 : 0.0,
       number_text(x(row, col)) + (chosen ? " is the largest: 1" : " is not: 0")});
  explanation.note = best < 0 ? "no cell of this row is the largest"
                              : "the largest of its row is " + number_text(x(row, best));
  return explanation;
}

constexpr Op op{.name = "hardmax",
                .formula = "[j = \\arg\\max_k x_{ik}]",
                .source = "Xu et al. 2015, Show, Attend and Tell, section 4.1",
                .shape = same_shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .adds_to_zeros = true,
                .makes = {.numbers = OpMakes::Numbers::probability}};
const RegisterOp registered{op};

}  // namespace

Var hardmax(Tape& tape, Var x) {
  return tape.record(op, {x});
}

}  // namespace glassformer
