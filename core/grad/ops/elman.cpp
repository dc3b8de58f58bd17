// A simple recurrent network over all tokens of many sentences (Elman 1990): with x [rows, H] what
// comes from outside, U [H, H] and s the state before,  s' = tanh(x + s U).
// sequences.h says what Attr::ids and Attr::i are.
//
// Backward goes through the steps from the last to the first: dx = ds' ∘ (1 − s'²), ds = dx Uᵀ, and
// dU is one product over all rows at the end.
#include <cmath>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/sequences.h"
#include "core/kernels/gemm.h"
#include "core/kernels/step_kernels.h"

namespace glassformer {

namespace {

enum Input { x_input, u_input, first_input, w_input };

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, x_input), u = in_shape(tape, node, u_input),
              first = in_shape(tape, node, first_input);
  if (u.cols != u.rows || first.cols != u.rows) {
    throw_shape_error(tape, node, "all must have as many columns as the state");
  }
  FromOutside::require(tape, node, x_input, w_input, u.rows);
  require_sentences(tape, node, x.rows);
  if (first.rows != sentences_of(node)) {
    throw_shape_error(tape, node, "each sentence needs a row of the first state");
  }
  return {x.rows, u.rows};
}

void forward(const Tape& tape, Node& node) {
  const Mat &u = in(tape, node, u_input), &first = in(tape, node, first_input);
  const int h = u.rows(), w = Factor::width(h);
  Mat& states = result(node);
  FromOutside outside(tape, node, x_input, w_input);
  const Factor factor = Factor::of_gates(outside.factors(u), h, 0, 1);
  for_batches(node, states.rows(), u.size(), [&](const Batch& batch) {
    StepRows state(batch.size(), outside.inputs(), w);
    RawCells sum(cells_of(batch.size(), w));
    for (int s = 0; s < batch.size(); ++s) {
      copy_padded(first.row(batch.sentence(s)).data(), h, state.state(s), w);
    }
    for (int step = 0; step < batch.steps(); ++step) {
      const int active = batch.active(step);
      for (int s = 0; s < active; ++s) state.take(s, outside.x(batch.row(s, step)));
      factor.product(state.data(), state.stride(), active, sum.data(), w);
      for (int s = 0; s < active; ++s) {
        const int row = batch.row(s, step);
        const Real *const from = outside.added(row), *const given = sum.data() + s * w;
        Real *const now = state.state(s), *const to = states.row(row).data();
        step_kernels().elman(from, given, h, now, to);
      }
    }
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &u = in(tape, node, u_input), &first = in(tape, node, first_input),
            &states = result(node);
  const int h = u.rows(), w = Factor::width(h);
  const SlopesOf slopes(tape, node, x_input, w_input);
  Mat& d_first = grad_in(tape, node, first_input);
  const Factor back = Factor::of_transposed(u, 0, h);
  for_batches(node, states.rows(), 2 * u.size(), [&](const Batch& batch) {
    LaneCells carry(cells_of(batch.size(), w)), d(carry.size());
    for (int step = batch.steps() - 1; step >= 0; --step) {
      const int active = batch.active(step);
      for (int s = 0; s < active; ++s) {
        const int row = batch.row(s, step);
        const Real* const after = carry.data() + s * w;
        for (int j = 0; j < h; ++j) {
          const Real state = states(row, j);
          d.data()[s * w + j] = slopes.row(row)[j] =
              (after[j] + grad(row, j)) * (1 - state * state);
        }
      }
      back.product(d.data(), w, active, carry.data(), w);
    }
    for (int s = 0; s < batch.size(); ++s) {
      Real* const to = d_first.row(batch.sentence(s)).data();
      for (int j = 0; j < h; ++j) to[j] += carry.data()[s * w + j];
    }
  });
  gemm(states_before(node, states, first, h), Transpose::yes, slopes.all(), Transpose::no,
       grad_in(tape, node, u_input), Into::accumulate);
  slopes.give(tape, node);
}

Explanation explain(const Tape&, const Node& node, int row, int col) {
  const double state = result(node)(row, col);
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  explanation.terms = {{{cell_from_outside(node, x_input, w_input, row, col)},
                        state,
                        "tanh " + number_text(std::atanh(state))}};
  explanation.note = "the tanh of what comes in and of the whole state before times U";
  return explanation;
}

constexpr Op op_of(std::string_view name, std::string_view formula) {
  return {.name = name,
          .formula = formula,
          .source = "Elman 1990",
          .shape = shape,
          .forward = forward,
          .backward = backward,
          .explain = explain,
          .makes = {.cols = OpMakes::kNothing, .numbers = OpMakes::Numbers::plain}};
}
constexpr Op op = op_of("elman", "\\tanh(x + s U)"),
             op_layer = op_of("elman_layer", "\\tanh(x W + b + s U)");
const RegisterOp registered[]{RegisterOp{op}, RegisterOp{op_layer}};

}  // namespace

Var elman(Tape& tape, Var x, Var u, Var first, std::vector<int> begins, bool reversed,
          Through through) {
  return record_steps(tape, {op, op_layer}, {x, u, first}, through, std::move(begins), reversed);
}

}  // namespace glassformer
