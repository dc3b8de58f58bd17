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

namespace glassformer {

namespace {

enum Input { x_input, u_input, first_input };

Shape shape(const Tape& tape, const Node& node) {
  const Shape x = in_shape(tape, node, x_input), u = in_shape(tape, node, u_input),
              first = in_shape(tape, node, first_input);
  const int h = u.rows;
  if (u.cols != 4 * h || x.cols != 4 * h || first.cols != 2 * h) {
    throw_shape_error(tape, node, "with a state of H columns the others need 4 H, 4 H and 2 H");
  }
  require_sentences(tape, node, x.rows);
  if (first.rows != sentences_of(node)) {
    throw_shape_error(tape, node, "each sentence needs a row of the first state");
  }
  return {x.rows, 2 * h};
}

// The four blocks of H columns, each filled up to whole vectors.
Mat spread(const Mat& u, int h) {
  const int w = Factor::width(h);
  Mat wide(h, 4 * w);
  for (int i = 0; i < h; ++i) {
    for (int gate = 0; gate < 4; ++gate) {
      std::copy_n(u.row(i).data() + gate * h, h, wide.row(i).data() + gate * w);
    }
  }
  return wide;
}

void forward(const Tape& tape, Node& node) {
  const Mat &x = in(tape, node, x_input), &u = in(tape, node, u_input),
            &first = in(tape, node, first_input);
  const int h = u.rows(), w = Factor::width(h);
  Mat &states = result(node), &keep = node.computed->kept;
  keep.resize(x.shape());
  const Factor factor(spread(u, h), false, 0, 4 * w);
  for_batches(node, x.rows(), u.size(), [&](const Batch& batch) {
    const auto rows = static_cast<std::size_t>(batch.size() * w);
    LaneCells state(rows), cell(rows), gates(4 * rows), line(static_cast<std::size_t>(4 * w));
    for (int s = 0; s < batch.size(); ++s) {
      const Real* from = first.row(batch.sentence(s)).data();
      copy_padded(from, h, state.data() + s * w, w);
      copy_padded(from + h, h, cell.data() + s * w, w);
    }
    for (int step = 0; step < batch.steps(); ++step) {
      const int active = batch.active(step);
      factor.product(state.data(), w, active, gates.data(), 4 * w);
      for (int s = 0; s < active; ++s) {
        const int row = batch.row(s, step);
        Real* const gate = gates.data() + 4 * s * w;
        for (int b = 0; b < 4; ++b)
          copy_padded(x.row(row).data() + b * h, h, line.data() + b * w, w);
        Real *const i = gate, *const f = i + w, *const g = f + w, *const o = g + w;
        const auto before = [&](const Real* of, int j) {
          return load_lanes(of + j) + load_lanes(line.data() + (of - gate) + j);
        };
        for_lanes(w, [&](int j) {
          const Lanes in = quick_sigmoid(before(i, j)), forget = quick_sigmoid(before(f, j)),
                      made = quick_tanh(before(g, j)), out = quick_sigmoid(before(o, j));
          Real *const c = cell.data() + s * w + j, *const to = state.data() + s * w + j;
          const Lanes next = forget * load_lanes(c) + in * made;
          store_lanes(c, next);
          store_lanes(to, out * quick_tanh(next));
          store_lanes(i + j, in);
          store_lanes(f + j, forget);
          store_lanes(g + j, made);
          store_lanes(o + j, out);
        });
        std::copy_n(state.data() + s * w, h, states.row(row).data());
        std::copy_n(cell.data() + s * w, h, states.row(row).data() + h);
        for (int b = 0; b < 4; ++b) std::copy_n(gate + b * w, h, keep.row(row).data() + b * h);
      }
    }
  });
}

void backward(Tape& tape, const Node& node, const Mat& grad) {
  const Mat &x = in(tape, node, x_input), &u = in(tape, node, u_input),
            &first = in(tape, node, first_input), &states = result(node),
            &keep = node.computed->kept;
  const int h = u.rows(), w = Factor::width(h), wide = Factor::width(4 * h);
  const Mat before = states_before(node, states, first, 2 * h);
  Mat slopes(x.shape());
  Mat& d_first = grad_in(tape, node, first_input);
  const Factor back(u, true, 0, h);
  for_batches(node, x.rows(), 2 * u.size(), [&](const Batch& batch) {
    const auto rows = static_cast<std::size_t>(batch.size());
    LaneCells d_state(rows * static_cast<std::size_t>(w)), d_cell(d_state.size()),
        d(rows * static_cast<std::size_t>(wide));
    for (int step = batch.steps() - 1; step >= 0; --step) {
      const int active = batch.active(step);
      for (int s = 0; s < active; ++s) {
        const int row = batch.row(s, step);
        const Real *i = keep.row(row).data(), *f = i + h, *g = f + h, *o = g + h;
        const Real *c = states.row(row).data() + h, *c_before = before.row(row).data() + h;
        const Real* slope = grad.row(row).data();
        Real *const dh = d_state.data() + s * w, *const dc = d_cell.data() + s * w;
        Real *const di = d.data() + s * wide, *const df = di + h, *const dg = df + h,
                    *const dout = dg + h;
        for (int j = 0; j < h; ++j) {
          const Real out = std::tanh(c[j]), from = dh[j] + slope[j];
          const Real through = dc[j] + slope[h + j] + from * o[j] * (1 - out * out);
          dout[j] = from * out * o[j] * (1 - o[j]);
          df[j] = through * c_before[j] * f[j] * (1 - f[j]);
          di[j] = through * g[j] * i[j] * (1 - i[j]);
          dg[j] = through * i[j] * (1 - g[j] * g[j]);
          dc[j] = through * f[j];
        }
        std::copy_n(di, 4 * h, slopes.row(row).data());
      }
      back.product(d.data(), wide, active, d_state.data(), w);
    }
    for (int s = 0; s < batch.size(); ++s) {
      Real* const to = d_first.row(batch.sentence(s)).data();
      for (int j = 0; j < h; ++j) {
        to[j] += d_state[static_cast<std::size_t>(s * w + j)];
        to[h + j] += d_cell[static_cast<std::size_t>(s * w + j)];
      }
    }
  });
  give_gradient(tape, node, x_input, [&](std::size_t i) { return slopes.cells()[i]; });
  Mat left(before.rows(), h);
  for (int row = 0; row < before.rows(); ++row) {
    std::copy_n(before.row(row).data(), h, left.row(row).data());
  }
  gemm(left, Transpose::yes, slopes, Transpose::no, grad_in(tape, node, u_input), Into::accumulate);
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
    explanation.terms = {{{cell_in(node, x_input, row, 3 * h + j)},
                          o * std::tanh(cell),
                          number_text(o) + " × tanh " + number_text(cell)}};
    explanation.note =
        "the output gate times the tanh of the cell; the gates depend on the whole "
        "state before";
    return explanation;
  }
  const double before = states_before(node, states, in(tape, node, first_input), 2 * h)(row, h + j);
  explanation.terms = {{{cell_in(node, x_input, row, h + j)},
                        f * before,
                        number_text(f) + " × " + number_text(before) + ", the cell before"},
                       {{cell_in(node, x_input, row, 2 * h + j)},
                        i * g,
                        number_text(i) + " × " + number_text(g) + ", what comes in"}};
  explanation.note = "forget gate f = " + number_text(f) + ", input gate i = " + number_text(i) +
                     "; both depend on the whole state before";
  return explanation;
}

constexpr Op op{.name = "lstm",
                .formula = "o \\circ \\tanh(f \\circ c + i \\circ g)",
                .source = "Hochreiter and Schmidhuber 1997; Gers et al. 2000",
                .shape = shape,
                .forward = forward,
                .backward = backward,
                .explain = explain};
const RegisterOp registered{op};

}  // namespace

Var lstm(Tape& tape, Var x, Var u, Var first, std::vector<int> begins, bool reversed) {
  return tape.record(op, {x, u, first}, of_sentences(std::move(begins), reversed));
}

}  // namespace glassformer
