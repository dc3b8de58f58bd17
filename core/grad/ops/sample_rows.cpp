// y_ij = 1 at one cell of row i, drawn with the probabilities p_i, and 0 elsewhere: hard attention
// while it learns (Xu et al. 2015, §4.1). The draw u_i, from 0 to 1, is an input: the first cell up
// to which the probabilities sum to more than u_i Σ_k p_ik is taken, so a row that does not sum to
// 1 (painted by hand) is drawn from as well. Backward: nothing; what is learned of the choice comes
// by REINFORCE (core/train/attention_losses.h). A row of zeros, or with nan, has no 1.
#include "core/grad/choice_ops.h"
#include "core/grad/number_text.h"
#include "core/grad/ops/common.h"

namespace glassformer {

namespace {

Shape shape(const Tape& tape, const Node& node) {
  const Shape p = in_shape(tape, node, 0), u = in_shape(tape, node, 1);
  if (u.rows != p.rows || u.cols != 1) {
    throw_shape_error(tape, node, "there must be one draw for each row");
  }
  return p;
}

struct Drawn {
  int col = -1;                 // −1: none
  double before = 0, upto = 0;  // what the cells before it sum to, and with it
  double total = 0;
};

Drawn drawn(std::span<const Real> p, double u) {
  Drawn made;
  for (const Real cell : p) made.total += cell;
  double sum = 0;
  for (std::size_t j = 0; j < p.size(); ++j) {
    if (!(p[j] > 0)) continue;
    made.before = sum;
    sum += p[j];
    made.col = static_cast<int>(j);
    made.upto = sum;
    if (sum > u * made.total) return made;
  }
  return made;  // by rounding alone: the last
}

void forward(const Tape& tape, Node& node) {
  const Mat &p = in(tape, node, 0), &u = in(tape, node, 1);
  for (int i = 0; i < p.rows(); ++i) {
    if (const Drawn made = drawn(p.row(i), u(i, 0)); made.col >= 0) result(node)(i, made.col) = 1;
  }
}

void backward(Tape&, const Node&, const Mat&) {}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat &p = in(tape, node, 0), &u = in(tape, node, 1);
  const Drawn made = drawn(p.row(row), u(row, 0));
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  const bool taken = made.col == col;
  explanation.terms.push_back({{cell_in(node, 0, row, col), cell_in(node, 1, row, 0)},
                               taken ? 1.0 : 0.0,
                               taken ? "1 (drawn)" : "0 (not drawn)"});
  if (made.col >= 0) {
    explanation.note = "the draw " + number_text(u(row, 0)) + " of " + number_text(made.total) +
                       " falls between " + number_text(made.before) + " and " +
                       number_text(made.upto) +
                       ": the sum of the cells before the drawn one, "
                       "and that sum with it";
  }
  return explanation;
}

constexpr Op op{.name = "sample_rows",
                .formula = "j \\sim p_{i}",
                .source = "Xu et al. 2015, Show, Attend and Tell, section 4.1",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain,
                .adds_to_zeros = true};
const RegisterOp registered{op};

}  // namespace

Var sample_rows(Tape& tape, Var p, Var u) {
  return tape.record(op, {p, u});
}

}  // namespace glassformer
