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

namespace glassformer {

namespace {

enum Input { x_input, u_input, first_input, bias_input };

template <bool reset_after>
struct Gru {
  static constexpr int kept = reset_after ? 4 : 3;  // blocks of H columns

  static Shape shape(const Tape& tape, const Node& node) {
    const Shape x = in_shape(tape, node, x_input), u = in_shape(tape, node, u_input),
                first = in_shape(tape, node, first_input);
    const int h = u.rows;
    if (u.cols != 3 * h || x.cols != 3 * h || first.cols != h) {
      throw_shape_error(tape, node, "with a state of H columns the others need 3 H, 3 H and H");
    }
    require_sentences(tape, node, x.rows);
    if (first.rows != sentences_of(node)) {
      throw_shape_error(tape, node, "each sentence needs a row of the first state");
    }
    if (reset_after) require_row(tape, node, bias_input, h);
    return {x.rows, h};
  }

  // What one part of the sentences works with: a state of H cells lies in `width` of them.
  struct Work {
    Work(const Node& node, int rows) : h(result(node).cols()), width(Factor::width(h)) {
      const std::size_t cells = static_cast<std::size_t>(rows) * static_cast<std::size_t>(width);
      state.assign(cells, Real{0});
      reset.assign(cells, Real{0});
      gates.assign(3 * cells, Real{0});
      candidate.assign(cells, Real{0});
      line.assign(static_cast<std::size_t>(6 * width), Real{0});
    }
    Real* block(int which) { return line.data() + static_cast<std::ptrdiff_t>(which) * width; }
    int h, width;
    LaneCells state, reset, gates, candidate;  // [rows, width], gates: [rows, 3 width]
    LaneCells line;                            // six times [width]
  };

  static void forward(const Tape& tape, Node& node) {
    const Mat &x = in(tape, node, x_input), &u = in(tape, node, u_input),
              &first = in(tape, node, first_input);
    const int h = u.rows();
    Mat &states = result(node), &keep = node.computed->kept;
    keep.resize({x.rows(), kept * h});
    const Factor u_zr = gates_of(u, h), u_s(u, false, 2 * h, h);
    const Mat* bias = reset_after ? &in(tape, node, bias_input) : nullptr;
    for_batches(node, x.rows(), u.size(), [&](const Batch& batch) {
      Work work(node, batch.size());
      const int w = work.width;
      for (int i = 0; i < batch.size(); ++i) {
        copy_padded(first.row(batch.sentence(i)).data(), h, work.state.data() + i * w, w);
      }
      for (int step = 0; step < batch.steps(); ++step) {
        const int active = batch.active(step);
        u_zr.product(work.state.data(), w, active, work.gates.data(), 2 * w);
        if (reset_after) u_s.product(work.state.data(), w, active, work.candidate.data(), w);
        for (int i = 0; i < active; ++i) {
          const int row = batch.row(i, step);
          Real* const state = work.state.data() + i * w;
          Real *z = work.gates.data() + 2 * i * w, *r = z + w;
          Real *x_z = work.block(0), *x_r = work.block(1);
          copy_padded(x.row(row).data(), h, x_z, w);
          copy_padded(x.row(row).data() + h, h, x_r, w);
          for_lanes(w, [&](int j) {
            store_lanes(z + j, quick_sigmoid(load_lanes(z + j) + load_lanes(x_z + j)));
            const Lanes gate = quick_sigmoid(load_lanes(r + j) + load_lanes(x_r + j));
            store_lanes(r + j, gate);
            store_lanes(work.reset.data() + i * w + j, gate * load_lanes(state + j));
          });
        }
        if (!reset_after) u_s.product(work.reset.data(), w, active, work.candidate.data(), w);
        for (int i = 0; i < active; ++i) {
          const int row = batch.row(i, step);
          Real* const state = work.state.data() + i * w;
          Real *z = work.gates.data() + 2 * i * w, *r = z + w;
          Real *s = work.candidate.data() + i * w, *x_s = work.block(0), *b = work.block(1);
          copy_padded(x.row(row).data() + 2 * h, h, x_s, w);
          if (reset_after) {
            copy_padded(bias->row(0).data(), h, b, w);
            for_lanes(w, [&](int j) {
              const Lanes inside = load_lanes(s + j) + load_lanes(b + j);
              store_lanes(b + j, inside);
              store_lanes(s + j, load_lanes(r + j) * inside);
            });
          }
          for_lanes(w, [&](int j) {
            const Lanes made = quick_tanh(load_lanes(x_s + j) + load_lanes(s + j));
            const Lanes before = load_lanes(state + j), gate = load_lanes(z + j);
            store_lanes(s + j, made);
            store_lanes(state + j, before + gate * (made - before));
          });
          std::copy_n(state, h, states.row(row).data());
          Real* const to = keep.row(row).data();
          std::copy_n(z, h, to);
          std::copy_n(r, h, to + h);
          std::copy_n(s, h, to + 2 * h);
          if (reset_after) std::copy_n(b, h, to + 3 * h);
        }
      }
    });
  }

  // The slopes of all rows before their gates, [rows, 3H] as x has them; `inside`: of s U_s + b.
  struct Slopes {
    Mat x, inside;
  };

  // One row of one step: from ds' in `slope` the slopes of the gates that it tells at once.
  // Leaves ds' ∘ (1 − z) in `slope`.
  static void step_back(const Mat& keep, const Mat& before, int row, int h, Real* slope, Real* dz,
                        Real* ds) {
    const Real *z = keep.row(row).data(), *s = z + 2 * h, *state = before.row(row).data();
    for (int j = 0; j < h; ++j) {
      const Real from = slope[j];
      dz[j] = from * (s[j] - state[j]) * z[j] * (1 - z[j]);
      ds[j] = from * z[j] * (1 - s[j] * s[j]);
      slope[j] = from * (1 - z[j]);
    }
  }

  static void backward(Tape& tape, const Node& node, const Mat& grad) {
    const Mat &x = in(tape, node, x_input), &u = in(tape, node, u_input),
              &first = in(tape, node, first_input);
    const Mat& keep = node.computed->kept;
    const int h = u.rows();
    const Mat before = states_before(node, result(node), first, h);
    Slopes slopes{Mat(x.shape()), Mat(reset_after ? Shape{x.rows(), h} : Shape{})};
    Mat& d_first = grad_in(tape, node, first_input);
    const Factor back_z(turned_block(u, 0, h), false, 0, h),
        back_r(turned_block(u, 1, h), false, 0, h), back_s(turned_block(u, 2, h), false, 0, h);
    for_batches(node, x.rows(), 2 * u.size(), [&](const Batch& batch) {
      Work work(node, batch.size());
      const int w = work.width;
      LaneCells& carry = work.state;
      LaneCells dz(carry.size()), dr(carry.size()), ds(carry.size());
      for (int step = batch.steps() - 1; step >= 0; --step) {
        const int active = batch.active(step);
        for (int i = 0; i < active; ++i) {
          const int row = batch.row(i, step);
          Real* const slope = carry.data() + i * w;
          for (int j = 0; j < h; ++j) slope[j] += grad(row, j);
          step_back(keep, before, row, h, slope, dz.data() + i * w, ds.data() + i * w);
        }
        if (reset_after) {
          for (int i = 0; i < active; ++i) {
            const int row = batch.row(i, step);
            const Real *r = keep.row(row).data() + h, *inside = r + 2 * h;
            Real *d = ds.data() + i * w, *to = slopes.inside.row(row).data();
            std::copy_n(d, h, slopes.x.row(row).data() + 2 * h);
            for (int j = 0; j < h; ++j) {
              dr[static_cast<std::size_t>(i * w + j)] = d[j] * inside[j] * r[j] * (1 - r[j]);
              to[j] = d[j] *= r[j];
            }
          }
        } else {
          back_s.product(ds.data(), w, active, work.candidate.data(), w);
          for (int i = 0; i < active; ++i) {
            const int row = batch.row(i, step);
            const Real *r = keep.row(row).data() + h, *state = before.row(row).data(),
                       *d = work.candidate.data() + i * w;
            std::copy_n(ds.data() + i * w, h, slopes.x.row(row).data() + 2 * h);
            for (int j = 0; j < h; ++j) {
              dr[static_cast<std::size_t>(i * w + j)] = d[j] * state[j] * r[j] * (1 - r[j]);
              carry[static_cast<std::size_t>(i * w + j)] += d[j] * r[j];
            }
          }
        }
        const auto add_product = [&](const Factor& factor, const LaneCells& from) {
          factor.product(from.data(), w, active, work.candidate.data(), w);
          for (int i = 0; i < active * w; ++i) {
            carry[static_cast<std::size_t>(i)] += work.candidate[static_cast<std::size_t>(i)];
          }
        };
        if (reset_after) add_product(back_s, ds);
        add_product(back_z, dz);
        add_product(back_r, dr);
        for (int i = 0; i < active; ++i) {
          Real* const to = slopes.x.row(batch.row(i, step)).data();
          std::copy_n(dz.data() + i * w, h, to);
          std::copy_n(dr.data() + i * w, h, to + h);
        }
      }
      for (int i = 0; i < batch.size(); ++i) {
        Real* const to = d_first.row(batch.sentence(i)).data();
        for (int j = 0; j < h; ++j) to[j] += carry[static_cast<std::size_t>(i * w + j)];
      }
    });
    give_gradient(tape, node, x_input, [&](std::size_t i) { return slopes.x.cells()[i]; });
    add_weights(tape, node, keep, before, slopes);
  }

  // dU = [sᵀ dz, sᵀ dr, (r ∘ s)ᵀ ds̃], or with the reset gate behind the product all of sᵀ.
  static void add_weights(Tape& tape, const Node& node, const Mat& keep, const Mat& before,
                          const Slopes& slopes) {
    const int h = before.cols(), rows = before.rows();
    Mat& du = grad_in(tape, node, u_input);
    Mat left = before, right(rows, h), sum(h, h);
    for (int gate = 0; gate < 3; ++gate) {
      const bool inside = reset_after && gate == 2;
      for (int row = 0; row < rows; ++row) {
        const Real* from =
            inside ? slopes.inside.row(row).data() : slopes.x.row(row).data() + gate * h;
        std::copy_n(from, h, right.row(row).data());
        if (gate != 2 || reset_after) continue;
        for (int j = 0; j < h; ++j) left(row, j) = before(row, j) * keep(row, h + j);
      }
      gemm(left, Transpose::yes, right, Transpose::no, sum, Into::replace);
      for (int i = 0; i < h; ++i) {
        for (int j = 0; j < h; ++j) du(i, gate * h + j) += sum(i, j);
      }
    }
    if (reset_after) add_sum_of_rows(slopes.inside, grad_in(tape, node, bias_input).cells());
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
        {{cell_in(node, x_input, row, col)},
         (1 - z) * before,
         "(1 − " + number_text(z) + ") × " + number_text(before) + ", the state before"},
        {{cell_in(node, x_input, row, 2 * h + col)},
         z * s,
         number_text(z) + " × " + number_text(s) + ", the candidate"}};
    explanation.note = "update gate z = " + number_text(z) +
                       ", reset gate r = " + number_text(keep(row, h + col)) +
                       "; both and the candidate depend on the whole state before";
    return explanation;
  }

  static constexpr Op op(std::string_view name, std::string_view source) {
    return {.name = name,
            .formula = "(1 - z) \\circ s + z \\circ \\tilde{s}",
            .source = source,
            .shape = shape,
            .forward = forward,
            .backward = backward,
            .explain = explain};
  }

 private:
  // U_z and U_r, each filled up to whole panels.
  static Factor gates_of(const Mat& u, int h) {
    const int w = Factor::width(h);
    Mat both(h, 2 * w);
    for (int i = 0; i < h; ++i) {
      std::copy_n(u.row(i).data(), h, both.row(i).data());
      std::copy_n(u.row(i).data() + h, h, both.row(i).data() + w);
    }
    return {both, false, 0, 2 * w};
  }
  // The transpose of the columns of one gate.
  static Mat turned_block(const Mat& u, int gate, int h) {
    Mat block(h, h);
    for (int i = 0; i < h; ++i) {
      for (int j = 0; j < h; ++j) block(j, i) = u(i, gate * h + j);
    }
    return block;
  }
};

constexpr Op op_gru = Gru<false>::op("gru", "Cho et al. 2014; Bahdanau et al. 2015, A.1.1");
constexpr Op op_after = Gru<true>::op("gru_reset_after", "Chung et al. 2014 in the form of cuDNN");
const RegisterOp registered[]{RegisterOp{op_gru}, RegisterOp{op_after}};

}  // namespace

Var gru(Tape& tape, Var x, Var u, Var first, std::vector<int> begins, bool reversed) {
  return tape.record(op_gru, {x, u, first}, of_sentences(std::move(begins), reversed));
}

Var gru_reset_after(Tape& tape, Var x, Var u, Var first, Var bias, std::vector<int> begins,
                    bool reversed) {
  return tape.record(op_after, {x, u, first, bias}, of_sentences(std::move(begins), reversed));
}

}  // namespace glassformer
