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

namespace glassformer {

namespace {

enum Input { x_input, u_input, first_input };

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, x_input), u = in_shape(tape, node, u_input),
              first = in_shape(tape, node, first_input);
  if (u.cols != u.rows || x.cols != u.rows || first.cols != u.rows) {
    throw_shape_error(tape, node, "all must have as many columns as the state");
  }
  require_sentences(tape, node, x.rows);
  if (first.rows != sentences_of(node)) {
    throw_shape_error(tape, node, "each sentence needs a row of the first state");
  }
  return x;
}

void forward(const Tape& tape, Node& node) {
  const Mat &x = in(tape, node, x_input), &u = in(tape, node, u_input),
            &first = in(tape, node, first_input);
  const int h = u.rows(), w = Factor::width(h);
  Mat& states = result(node);
  const Factor factor = Factor::of_gates(u, 0, 1);
  for_batches(node, x.rows(), u.size(), [&](const Batch& batch) {
    LaneCells state(static_cast<std::size_t>(batch.size() * w)), sum(state.size()),
        line(static_cast<std::size_t>(w));
    for (int s = 0; s < batch.size(); ++s) {
      copy_padded(first.row(batch.sentence(s)).data(), h, state.data() + s * w, w);
    }
    for (int step = 0; step < batch.steps(); ++step) {
      const int active = batch.active(step);
      factor.product(state.data(), w, active, sum.data(), w);
      for (int s = 0; s < active; ++s) {
        const int row = batch.row(s, step);
        Real* const to = state.data() + s * w;
        copy_padded(x.row(row).data(), h, line.data(), w);
        for_lanes(w, [&](int j) {
          store_lanes(to + j,
                      quick_tanh(load_lanes(line.data() + j) + load_lanes(sum.data() + s * w + j)));
        });
        std::copy_n(to, h, states.row(row).data());
      }
    }
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &u = in(tape, node, u_input), &first = in(tape, node, first_input),
            &states = result(node);
  const int h = u.rows(), w = Factor::width(h);
  Mat slopes(states.shape());
  Mat& d_first = grad_in(tape, node, first_input);
  const Factor back = Factor::of_transposed(u, 0, h);
  for_batches(node, states.rows(), 2 * u.size(), [&](const Batch& batch) {
    LaneCells carry(static_cast<std::size_t>(batch.size() * w)), d(carry.size());
    for (int step = batch.steps() - 1; step >= 0; --step) {
      const int active = batch.active(step);
      for (int s = 0; s < active; ++s) {
        const int row = batch.row(s, step);
        for (int j = 0; j < h; ++j) {
          const Real state = states(row, j);
          d[static_cast<std::size_t>(s * w + j)] = slopes(row, j) =
              (carry[static_cast<std::size_t>(s * w + j)] + grad(row, j)) * (1 - state * state);
        }
      }
      back.product(d.data(), w, active, carry.data(), w);
    }
    for (int s = 0; s < batch.size(); ++s) {
      Real* const to = d_first.row(batch.sentence(s)).data();
      for (int j = 0; j < h; ++j) to[j] += carry[static_cast<std::size_t>(s * w + j)];
    }
  });
  give_gradient(tape, node, x_input, [&](std::size_t i) { return slopes.cells()[i]; });
  gemm(states_before(node, states, first, h), Transpose::yes, slopes, Transpose::no,
       grad_in(tape, node, u_input), Into::accumulate);
}

Explanation explain(const Tape&, const Node& node, int row, int col) {
  const double state = result(node)(row, col);
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  explanation.terms = {
      {{cell_in(node, x_input, row, col)}, state, "tanh " + number_text(std::atanh(state))}};
  explanation.note = "the tanh of what comes in and of the whole state before times U";
  return explanation;
}

constexpr Op op{.name = "elman",
                .formula = "\\tanh(x + s U)",
                .source = "Elman 1990",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain};
const RegisterOp registered{op};

}  // namespace

Var elman(Tape& tape, Var x, Var u, Var first, std::vector<int> begins, bool reversed) {
  return tape.record(op, {x, u, first}, of_sentences(std::move(begins), reversed));
}

}  // namespace glassformer
