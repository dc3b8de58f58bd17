// A gated recurrent unit over all tokens of many sentences (Cho et al. 2014; as Bahdanau et al.
// 2015, A.1.1, write it). The columns of x are what comes from outside to the update gate, the
// reset gate and the candidate, H each; U = [U_z U_r U_s] is [H, 3H]; s is the state before.
//   z = σ(x_z + s U_z),  r = σ(x_r + s U_r),  s̃ = tanh(x_s + (r ∘ s) U_s),
//   s' = (1 − z) ∘ s + z ∘ s̃.
// gru_reset_after is the form of cuDNN and of most libraries, with the reset gate behind the
// product: s̃ = tanh(x_s + r ∘ (s U_s + b)). One product a step serves all its gates.
// sequences.h says what Attr::ids and Attr::i are.
//
// Forward keeps z, r and s̃ of every row, gru_reset_after also s U_s + b. Backward goes through the
// steps from the last to the first; with d… the slope before a gate's σ or tanh,
//   ds̃ = ds' ∘ z ∘ (1 − s̃²),  dz = ds' ∘ (s̃ − s) ∘ z (1 − z),
//   dr = (ds̃ U_sᵀ) ∘ s ∘ r (1 − r),  ds = ds' ∘ (1 − z) + (ds̃ U_sᵀ) ∘ r + dz U_zᵀ + dr U_rᵀ;
// dU is one product over all rows at the end.
#include <cmath>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/ops/sequences.h"
#include "core/kernels/gemm.h"
#include "core/kernels/row_kernels.h"
#include "core/kernels/step_kernels.h"

namespace glassformer {

namespace {

enum Input { x_input, u_input, first_input, bias_input };

template <bool reset_after>
struct Gru {
  static constexpr int kept = reset_after ? 4 : 3;  // blocks of H columns
  static constexpr int w_input = reset_after ? bias_input + 1 : bias_input;

  static Shape shape(const Tape& tape, const Node& node) {
    const Shape x = in_shape(tape, node, x_input), u = in_shape(tape, node, u_input),
                first = in_shape(tape, node, first_input);
    const int h = u.rows;
    if (u.cols != 3 * h || first.cols != h) {
      throw_shape_error(tape, node, "with a state of H columns the others need 3 H, 3 H and H");
    }
    FromOutside::require(tape, node, x_input, w_input, 3 * h);
    require_sentences(tape, node, x.rows);
    if (first.rows != sentences_of(node)) {
      throw_shape_error(tape, node, "each sentence needs a row of the first state");
    }
    if (reset_after) require_row(tape, node, bias_input, h);
    return {x.rows, h};
  }

  static void forward(const Tape& tape, Node& node) {
    const Mat &u = in(tape, node, u_input), &first = in(tape, node, first_input);
    Mat &states = result(node), &keep = node.computed->kept;
    const int h = u.rows(), w = Factor::width(h);
    keep.resize({states.rows(), kept * h});
    FromOutside outside(tape, node, x_input, w_input);
    const Mat& all = outside.factors(u);
    // With the reset gate behind the product only s U_s goes through it, so x W_s lies apart.
    const bool apart = reset_after && outside.inputs() > 0;
    const Factor zr = Factor::of_gates(all, h, 0, 2),
                 candidate = Factor::of_gates(apart ? u : all, h, 2, 1),
                 of_x = Factor::of_gates(apart ? outside.weights() : Mat(0, 3 * h), h, 2, 1);
    const Real* const bias = reset_after ? in(tape, node, bias_input).data() : nullptr;
    for_batches(node, states.rows(), u.size(), [&](const Batch& batch) {
      StepRows state(batch.size(), outside.inputs(), w), reset(batch.size(), outside.inputs(), w);
      const std::size_t cells = cells_of(batch.size(), w);
      RawCells gates(2 * cells), inside(cells);
      LaneCells from_x(cells);  // 0 but where it lies apart
      for (int i = 0; i < batch.size(); ++i) {
        copy_padded(first.row(batch.sentence(i)).data(), h, state.state(i), w);
      }
      for (int step = 0; step < batch.steps(); ++step) {
        const int active = batch.active(step);
        for (int i = 0; i < active; ++i) state.take(i, outside.x(batch.row(i, step)));
        zr.product(state.data(), state.stride(), active, gates.data(), 2 * w);
        for (int i = 0; i < active; ++i) {
          const int row = batch.row(i, step);
          const Real* const z = gates.data() + 2 * i * w;
          step_kernels().gru_gates({.outside = outside.added(row),
                                    .update = z,
                                    .reset = z + w,
                                    .before = state.state(i),
                                    .h = h,
                                    .kept = keep.row(row).data(),
                                    .reset_state = reset_after ? nullptr : reset.state(i)});
          if (!reset_after) reset.take(i, outside.x(row));
        }
        StepRows& read = reset_after ? state : reset;
        candidate.product(apart ? read.state(0) : read.data(), read.stride(), active, inside.data(),
                          w);
        if (apart) of_x.product(state.data(), state.stride(), active, from_x.data(), w);
        for (int i = 0; i < active; ++i) {
          const int row = batch.row(i, step);
          step_kernels().gru({.outside = outside.added(row) + 2 * h,
                              .apart = from_x.data() + i * w,
                              .product = inside.data() + i * w,
                              .bias = bias,
                              .h = h,
                              .kept = keep.row(row).data(),
                              .now = state.state(i),
                              .state = states.row(row).data()});
        }
      }
    });
  }

  static void backward(Tape& tape, const Node& node, const Mat& grad) {
    const Mat &u = in(tape, node, u_input), &first = in(tape, node, first_input),
              &states = result(node), &keep = node.computed->kept;
    const int h = u.rows(), w = Factor::width(h);
    const SlopesOf slopes(tape, node, x_input, w_input);
    thread_local Mat inside_memory, before;  // the memory stays with the thread
    Mat& inside = inside_memory;             // the slopes of s U_s + b
    if (reset_after) inside.resize({states.rows(), h});
    Mat& d_first = grad_in(tape, node, first_input);
    // What goes back through U: dz and dr beside each other, with the reset gate behind the product
    // ds̃ too.
    constexpr int gates = reset_after ? 3 : 2;
    const Factor back = Factor::of_transposed(u, 0, gates * h),
                 back_s = Factor::of_transposed(u, 2 * h, h);
    for_batches(node, states.rows(), 2 * u.size(), [&](const Batch& batch) {
      const std::size_t cells = cells_of(batch.size(), w);
      LaneCells carry(cells);
      RawCells ds(cells), through(cells);
      RawCells d(static_cast<std::size_t>(batch.size() * gates * h));
      for (int step = batch.steps() - 1; step >= 0; --step) {
        const int active = batch.active(step);
        for (int i = 0; i < active; ++i) {
          const int row = batch.row(i, step);
          Real* const dz = d.data() + i * gates * h;
          step_kernels().gru_back({.kept = keep.row(row).data(),
                                   .before = batch.before(i, step, states, first),
                                   .loss = grad.row(row).data(),
                                   .h = h,
                                   .carry = carry.data() + i * w,
                                   .dz = dz,
                                   .dr = dz + h,
                                   .ds = reset_after ? dz + 2 * h : ds.data() + i * w,
                                   .slopes = slopes.row(row),
                                   .inside = reset_after ? inside.row(row).data() : nullptr});
        }
        if (!reset_after) {
          back_s.product(ds.data(), w, active, through.data(), w);
          for (int i = 0; i < active; ++i) {
            const int row = batch.row(i, step);
            step_kernels().reset_back({.kept = keep.row(row).data(),
                                       .before = batch.before(i, step, states, first),
                                       .through = through.data() + i * w,
                                       .h = h,
                                       .carry = carry.data() + i * w,
                                       .dr = d.data() + i * gates * h + h,
                                       .slopes = slopes.row(row)});
          }
        }
        back.product(d.data(), gates * h, active, through.data(), w);
        row_kernels().add(carry.data(), through.data(), cells_of(active, w));
      }
      for (int i = 0; i < batch.size(); ++i) {
        Real* const to = d_first.row(batch.sentence(i)).data();
        for (int j = 0; j < h; ++j) to[j] += carry.data()[i * w + j];
      }
    });
    states_before(node, states, first, h, before);
    add_weights(tape, node, before, slopes.all(), inside);
    slopes.give(tape, node);
  }

  // dU = [sᵀ dz, sᵀ dr, (r ∘ s)ᵀ ds̃], or with the reset gate behind the product all of sᵀ.
  static void add_weights(Tape& tape, const Node& node, Mat& before, const Mat& slopes,
                          const Mat& inside) {
    const Mat& keep = node.computed->kept;
    const int h = before.cols(), rows = before.rows();
    Mat& du = grad_in(tape, node, u_input);
    const Strided left{before.data(), 1, h};
    const auto add = [&](const Mat& right, int from, int to, int cols) {
      gemm_of_blocks(left, {right.data() + from, right.cols(), 1}, du.data() + to, du.cols(), h,
                     rows, cols, Into::accumulate);
    };
    add(slopes, 0, 0, 2 * h);
    if (reset_after) {
      add(inside, 0, 2 * h, h);
      add_sum_of_rows(inside, grad_in(tape, node, bias_input).cells());
      return;
    }
    for (int row = 0; row < rows; ++row) {
      const Real* const r = keep.row(row).data() + h;
      Real* const s = before.row(row).data();
      for (int j = 0; j < h; ++j) s[j] *= r[j];
    }
    add(slopes, 2 * h, 2 * h, h);
  }

  static Explanation explain(const Tape& tape, const Node& node, int row, int col) {
    const int h = result(node).cols();
    const Mat& keep = node.computed->kept;
    const double z = keep(row, col), s = keep(row, 2 * h + col);
    const double before =
        states_before(node, result(node), in(tape, node, first_input), h)(row, col);
    Explanation explanation;
    explanation.how = Explanation::How::sum;
    explanation.terms = {
        {{cell_from_outside(node, x_input, w_input, row, col)},
         (1 - z) * before,
         "(1 − " + number_text(z) + ") × " + number_text(before) + ", the state before"},
        {{cell_from_outside(node, x_input, w_input, row, 2 * h + col)},
         z * s,
         number_text(z) + " × " + number_text(s) + ", the candidate"}};
    explanation.note = "update gate z = " + number_text(z) +
                       ", reset gate r = " + number_text(keep(row, h + col)) +
                       "; both and the candidate depend on the whole state before";
    return explanation;
  }

  static constexpr Op op(std::string_view name, std::string_view formula, std::string_view source) {
    return {.name = name,
            .formula = formula,
            .source = source,
            .shape = shape,
            .forward = forward,
            .backward = backward,
            .explain = explain,
            .makes = {.cols = OpMakes::kNothing, .numbers = OpMakes::Numbers::plain}};
  }
};

constexpr std::string_view mix = "(1 - z) \\circ s + z \\circ \\tilde{s}";
constexpr std::string_view cho = "Cho et al. 2014; Bahdanau et al. 2015, A.1.1",
                           chung = "Chung et al. 2014 in the form of cuDNN";
constexpr Op op_gru = Gru<false>::op("gru", mix, cho),
             op_after = Gru<true>::op("gru_reset_after", mix, chung),
             op_layer = Gru<false>::op("gru_layer", mix, cho),
             op_layer_after = Gru<true>::op("gru_reset_after_layer", mix, chung);
const RegisterOp registered[]{RegisterOp{op_gru}, RegisterOp{op_after}, RegisterOp{op_layer},
                              RegisterOp{op_layer_after}};

}  // namespace

Var gru(Tape& tape, Var x, Var u, Var first, std::vector<int> begins, bool reversed,
        Through through) {
  return record_steps(tape, {op_gru, op_layer}, {x, u, first}, through, std::move(begins),
                      reversed);
}

Var gru_reset_after(Tape& tape, Var x, Var u, Var first, Var bias, std::vector<int> begins,
                    bool reversed, Through through) {
  return record_steps(tape, {op_after, op_layer_after}, {x, u, first, bias}, through,
                      std::move(begins), reversed);
}

}  // namespace glassformer
