// Long short-term memory over all tokens of many sentences (Hochreiter and Schmidhuber 1997, with
// the forget gate of Gers et al. 2000). The columns of x are what comes from outside to the input
// gate, the forget gate, the cell's input and the output gate, H each; U is [H, 4H]. A row of the
// first state and of the result is the state h and the cell c beside each other, 2H:
//   i, f, o = σ(x + h U) of their columns,  g = tanh(x_g + h U_g),
//   c' = f ∘ c + i ∘ g,  h' = o ∘ tanh c'.
// sequences.h says what Attr::ids and Attr::i are.
//
// Forward keeps i, f, g, o of every row. Backward goes through the steps from the last to the
// first:
//   dc' += dh' ∘ o ∘ (1 − tanh² c'),  do = dh' ∘ tanh c',  df = dc' ∘ c,  di = dc' ∘ g,
//   dg = dc' ∘ i,  dc = dc' ∘ f,  dh = (the slopes before the gates) Uᵀ;
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
  const int h = u.rows;
  if (u.cols != 4 * h || first.cols != 2 * h) {
    throw_shape_error(tape, node, "with a state of H columns the others need 4 H, 4 H and 2 H");
  }
  FromOutside::require(tape, node, x_input, w_input, 4 * h);
  require_sentences(tape, node, x.rows);
  if (first.rows != sentences_of(node)) {
    throw_shape_error(tape, node, "each sentence needs a row of the first state");
  }
  return {x.rows, 2 * h};
}

void forward(const Tape& tape, Node& node) {
  const Mat &u = in(tape, node, u_input), &first = in(tape, node, first_input);
  const int h = u.rows(), w = Factor::width(h);
  Mat &states = result(node), &keep = node.computed->kept;
  keep.resize({states.rows(), 4 * h});
  FromOutside outside(tape, node, x_input, w_input);
  const Factor factor = Factor::of_gates(outside.factors(u), h, 0, 4);
  for_batches(node, states.rows(), u.size(), [&](const Batch& batch) {
    const std::size_t cells = cells_of(batch.size(), w);
    StepRows state(batch.size(), outside.inputs(), w);
    LaneCells cell(cells);
    RawCells gates(4 * cells);
    for (int s = 0; s < batch.size(); ++s) {
      const Real* from = first.row(batch.sentence(s)).data();
      copy_padded(from, h, state.state(s), w);
      copy_padded(from + h, h, cell.data() + s * w, w);
    }
    for (int step = 0; step < batch.steps(); ++step) {
      const int active = batch.active(step);
      for (int s = 0; s < active; ++s) state.take(s, outside.x(batch.row(s, step)));
      factor.product(state.data(), state.stride(), active, gates.data(), 4 * w);
      for (int s = 0; s < active; ++s) {
        const int row = batch.row(s, step);
        Real* const to = states.row(row).data();
        step_kernels().lstm({.outside = outside.added(row),
                             .products = gates.data() + 4 * s * w,
                             .h = h,
                             .w = w,
                             .cell = cell.data() + s * w,
                             .now = state.state(s),
                             .state = to,
                             .cell_out = to + h,
                             .kept = keep.row(row).data()});
      }
    }
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &u = in(tape, node, u_input), &first = in(tape, node, first_input),
            &states = result(node), &keep = node.computed->kept;
  const int h = u.rows(), w = Factor::width(h), wide = 4 * h;
  const SlopesOf slopes(tape, node, x_input, w_input);
  Mat& d_first = grad_in(tape, node, first_input);
  const Factor back = Factor::of_transposed(u, 0, 4 * h);
  for_batches(node, states.rows(), 2 * u.size(), [&](const Batch& batch) {
    const auto rows = static_cast<std::size_t>(batch.size());
    LaneCells d_state(rows * static_cast<std::size_t>(w)), d_cell(d_state.size());
    RawCells d(rows * static_cast<std::size_t>(wide));
    for (int step = batch.steps() - 1; step >= 0; --step) {
      const int active = batch.active(step);
      for (int s = 0; s < active; ++s) {
        const int row = batch.row(s, step);
        step_kernels().lstm_back({.kept = keep.row(row).data(),
                                  .cell = states.row(row).data() + h,
                                  .cell_before = batch.before(s, step, states, first) + h,
                                  .loss = grad.row(row).data(),
                                  .h = h,
                                  .d_state = d_state.data() + s * w,
                                  .d_cell = d_cell.data() + s * w,
                                  .slopes = d.data() + s * wide,
                                  .again = slopes.row(row)});
      }
      back.product(d.data(), wide, active, d_state.data(), w);
    }
    for (int s = 0; s < batch.size(); ++s) {
      Real* const to = d_first.row(batch.sentence(s)).data();
      for (int j = 0; j < h; ++j) {
        to[j] += d_state.data()[s * w + j];
        to[h + j] += d_cell.data()[s * w + j];
      }
    }
  });
  thread_local Mat before;  // the memory stays with the thread
  states_before(node, states, first, h, before);
  gemm(before, Transpose::yes, slopes.all(), Transpose::no, grad_in(tape, node, u_input),
       Into::accumulate);
  slopes.give(tape, node);
}

Explanation explain(const Tape& tape, const Node& node, int row, int col) {
  const Mat &keep = node.computed->kept, &states = result(node);
  const int h = states.cols() / 2, j = col % h;
  const double i = keep(row, j), f = keep(row, h + j), g = keep(row, 2 * h + j),
               o = keep(row, 3 * h + j);
  Explanation explanation;
  explanation.how = Explanation::How::sum;
  if (col < h) {
    const double cell = states(row, h + j);
    explanation.terms = {{{cell_from_outside(node, x_input, w_input, row, 3 * h + j)},
                          o * std::tanh(cell),
                          number_text(o) + " × tanh " + number_text(cell)}};
    explanation.note =
        "the output gate times the tanh of the cell; the gates depend on the whole "
        "state before";
    return explanation;
  }
  const double before = states_before(node, states, in(tape, node, first_input), 2 * h)(row, h + j);
  explanation.terms = {{{cell_from_outside(node, x_input, w_input, row, h + j)},
                        f * before,
                        number_text(f) + " × " + number_text(before) + ", the cell before"},
                       {{cell_from_outside(node, x_input, w_input, row, 2 * h + j)},
                        i * g,
                        number_text(i) + " × " + number_text(g) + ", what comes in"}};
  explanation.note = "forget gate f = " + number_text(f) + ", input gate i = " + number_text(i) +
                     "; both depend on the whole state before";
  return explanation;
}

constexpr Op op_of(std::string_view name) {
  return {.name = name,
          .formula = "o \\circ \\tanh(f \\circ c + i \\circ g)",
          .source = "Hochreiter and Schmidhuber 1997; Gers et al. 2000",
          .shape = shape,
          .forward = forward,
          .backward = backward,
          .explain = explain,
          .makes = {.cols = OpMakes::kNothing, .numbers = OpMakes::Numbers::plain}};
}
constexpr Op op = op_of("lstm"), op_layer = op_of("lstm_layer");
const RegisterOp registered[]{RegisterOp{op}, RegisterOp{op_layer}};

}  // namespace

Var lstm(Tape& tape, Var x, Var u, Var first, std::vector<int> begins, bool reversed,
         Through through) {
  return record_steps(tape, {op, op_layer}, {x, u, first}, through, std::move(begins), reversed);
}

}  // namespace glassformer
