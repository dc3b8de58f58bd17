// Recurrent networks over the tokens of many sentences, on the card: at each time step the
// sentences that have a token are put together, go through one product and shaders/recurrent.comp.
// Backward makes the gates of a step again. What Attr::ids says: core/grad/ops/sequences.h. A layer
// makes x W + b of all tokens first.
#include <algorithm>
#include <string>
#include <vector>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/ops/affine.h"
#include "app/gpu/product.h"
#include "app/gpu/rows.h"
#include "app/gpu/sums.h"
#include "core/grad/ops/sequences.h"

namespace glassformer {

namespace {

enum Input { x_input, u_input, first_input, bias_input };

enum class Cell { elman, gru, gru_reset_after, lstm };

struct Facts {
  const char* define;
  int gates, state;  // blocks of H columns: of x and U, and of a state
};
constexpr Facts facts_of(Cell cell) {
  switch (cell) {
    case Cell::elman:
      return {"#define ELMAN\n", 1, 1};
    case Cell::gru:
      return {"#define GRU\n", 3, 1};
    case Cell::gru_reset_after:
      return {"#define RESET_AFTER\n", 3, 1};
    case Cell::lstm:
      break;
  }
  return {"#define LSTM\n", 4, 2};
}

// The rows of the tokens that are read at one time step, and of the states before it.
class Steps {
 public:
  explicit Steps(const Node& node) : batch_(node, 0, 1) {}
  int count() const { return batch_.steps(); }
  int sentences(int step) const { return batch_.active(step); }
  std::vector<int> rows(int step, int sentences) const {
    std::vector<int> made;
    for (int which = 0; which < sentences; ++which) made.push_back(batch_.row(which, step));
    return made;
  }
  std::vector<int> firsts(int sentences) const {
    std::vector<int> made;
    for (int which = 0; which < sentences; ++which) made.push_back(batch_.sentence(which));
    return made;
  }

 private:
  Batch batch_;
};

template <Cell cell>
class Recurrence {
 public:
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    device.fill_zero(to);
    const Recurrence self(device, tape, node, to);
    for (int step = 0; step < self.steps_.count(); ++step) {
      const Step now = self.at(step);
      const GpuMatPtr state = device.make({now.count, facts.state * self.h_});
      self.run("", now, {state.get()});
      add_to_rows(device, *state, now.rows, to);
    }
  }

  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    const Recurrence self(device, tape, node, gpu_value(node));
    const GpuMatPtr beside = self.outside_ ? device.zeros(self.outside_->shape()) : nullptr;
    GpuMat &dx = beside ? *beside : gpu_grad(tape, node, x_input),
           &du = gpu_grad(tape, node, u_input);
    GpuMat* const d_bias =
        cell == Cell::gru_reset_after ? &gpu_grad(tape, node, bias_input) : nullptr;
    GpuMatPtr carry;
    for (int step = self.steps_.count() - 1; step >= 0; --step) {
      const Step now = self.at(step);
      GpuMatPtr wider = device.zeros({now.count, facts.state * self.h_});
      if (carry != nullptr) copy_block(device, carry->shape(), {*carry}, {*wider}, false);
      carry = std::move(wider);
      const GpuMatPtr d = self.step_back(now, *self.gathered(grad, now.rows), *carry, du, d_bias);
      add_to_rows(device, *d, now.rows, dx);
    }
    const int sentences = carry->shape().rows;
    add_to_rows(device, *carry, self.steps_.firsts(sentences), gpu_grad(tape, node, first_input));
    if (!beside) return;
    layer_of(tape, node)
        .backward(device, dx, gpu_grad(tape, node, x_input), gpu_grad(tape, node, w_input),
                  gpu_grad(tape, node, w_input + 1));
  }

 private:
  static constexpr Facts facts = facts_of(cell);
  static constexpr std::size_t w_input = cell == Cell::gru_reset_after ? 4 : 3;  // then b

  static AffineOnCard layer_of(const Tape& tape, const Node& node) {
    return {gpu_in(tape, node, x_input), gpu_in(tape, node, w_input),
            gpu_in(tape, node, w_input + 1)};
  }
  // x W + b, if the op has W and b.
  static GpuMatPtr outside_of(Device& device, const Tape& tape, const Node& node) {
    if (node.inputs.size() == w_input) return nullptr;
    const AffineOnCard layer = layer_of(tape, node);
    GpuMatPtr made = device.make({layer.x.shape().rows, layer.w.shape().cols});
    layer.forward(device, *made);
    return made;
  }

  // What one step reads. Of `gru` inner is the reset state times U_s, else what is not read.
  struct Step {
    int count = 0;
    std::vector<int> rows;
    GpuMatPtr x, before, state, p, reset, inner;  // state: `before` without the cell of an LSTM
  };

  Recurrence(Device& device, const Tape& tape, const Node& node, const GpuMat& states)
      : device_(device),
        outside_(outside_of(device, tape, node)),
        x_(outside_ ? *outside_ : gpu_in(tape, node, x_input)),
        u_(gpu_in(tape, node, u_input)),
        first_(gpu_in(tape, node, first_input)),
        bias_(cell == Cell::gru_reset_after ? &gpu_in(tape, node, bias_input) : nullptr),
        states_(states),
        steps_(node),
        h_(u_.shape().rows) {
    if (cell == Cell::gru) u_s_ = block(u_, 2 * h_);
  }

  // H columns of a matrix.
  GpuMatPtr block(const GpuMat& mat, int col) const {
    GpuMatPtr made = device_.make({mat.shape().rows, h_});
    copy_block(device_, made->shape(), {mat, 0, col}, {*made}, false);
    return made;
  }
  GpuMatPtr gathered(const GpuMat& table, const std::vector<int>& rows) const {
    GpuMatPtr made = device_.make({static_cast<int>(rows.size()), table.shape().cols});
    gather_rows(device_, table, rows, *made);
    return made;
  }
  GpuMatPtr product(const GpuMat& a, const GpuMat& b, bool transpose_b) const {
    GpuMatPtr made = device_.make({a.shape().rows, transpose_b ? b.shape().rows : b.shape().cols});
    run_product(device_, {a, false, b, transpose_b, *made, false});
    return made;
  }

  Step at(int step) const {
    Step now;
    now.count = steps_.sentences(step);
    now.rows = steps_.rows(step, now.count);
    now.x = gathered(x_, now.rows);
    now.before = step > 0 ? gathered(states_, steps_.rows(step - 1, now.count))
                          : gathered(first_, steps_.firsts(now.count));
    now.state = facts.state == 1 ? now.before : block(*now.before, 0);
    now.p = product(*now.state, u_, false);
    if (cell == Cell::gru) {
      now.reset = device_.make({now.count, h_});
      run("#define RESET\n", now, {now.reset.get()});
      now.inner = product(*now.reset, *u_s_, false);
    }
    return now;
  }

  // `given`: the bindings from 4 on.
  void run(const char* defines, const Step& now, std::initializer_list<const GpuMat*> given,
           const GpuMat* inner = nullptr) const {
    for (const RowBlock& rows : row_blocks(device_, {now.count, facts.gates * h_})) {
      const Binding x = rows.of(device_, *now.x);
      if (inner == nullptr) inner = now.inner.get();
      std::vector<Binding> bindings{x, rows.of(device_, *now.p), rows.of(device_, *now.before),
                                    bias_ != nullptr   ? device_.whole(*bias_)
                                    : inner != nullptr ? rows.of(device_, *inner)
                                                       : x};
      for (const GpuMat* mat : given) bindings.push_back(rows.of(device_, *mat));
      const int cells = rows.count * h_;
      device_.run({"recurrent.comp", std::string(facts.define) + defines}, bindings, {cells, h_},
                  {}, cell_groups(cells));
    }
  }

  // The slopes of x; `carry` becomes what the step says of the state before it.
  GpuMatPtr step_back(const Step& now, const GpuMat& loss, GpuMat& carry, GpuMat& du,
                      GpuMat* d_bias) const {
    GpuMatPtr dx = device_.make(now.x->shape()), dp = dx;
    if (cell == Cell::gru_reset_after) dp = device_.make(now.p->shape());
    if (cell == Cell::gru) dp = device_.make({now.count, h_});  // of the candidate alone
    run("#define BACKWARD\n", now, {&carry, &loss, dx.get(), dp.get()});
    if (cell == Cell::gru) {
      const GpuMatPtr through = product(*dp, *u_s_, true);
      run("#define BACKWARD\n#define RESET\n", now, {&carry, &loss, dx.get(), dp.get()},
          through.get());
      add_gru_weights(now, *dx, *dp, du);
      dp = dx;
    } else {
      run_product(device_, {*now.state, true, *dp, false, du, true});
    }
    if (d_bias != nullptr) {
      sum_columns(device_, {.a = *block(*dp, 2 * h_), .to = *d_bias, .add = true});
    }
    const GpuMatPtr back = product(*dp, u_, true);
    copy_block(device_, back->shape(), {*back}, {carry}, true);
    return dx;
  }

  // dU = [sᵀ dz, sᵀ dr, (r ∘ s)ᵀ ds̃]
  void add_gru_weights(const Step& now, const GpuMat& dx, const GpuMat& ds, GpuMat& du) const {
    const auto add = [&](const GpuMat& left, const GpuMat& right, int cols, int col) {
      const GpuMatPtr made = device_.make({h_, right.shape().cols});
      run_product(device_, {left, true, right, false, *made, false});
      copy_block(device_, {h_, cols}, {*made}, {du, 0, col}, true);
    };
    add(*now.state, dx, 2 * h_, 0);
    add(*now.reset, ds, h_, 2 * h_);
  }

  Device& device_;
  GpuMatPtr outside_;
  const GpuMat &x_, &u_, &first_;
  const GpuMat* bias_;
  const GpuMat& states_;  // of all rows, as far as they are there
  GpuMatPtr u_s_;         // of gru
  Steps steps_;
  int h_;
};

template <Cell cell>
constexpr GpuOp op(std::string_view name) {
  return {name, Recurrence<cell>::forward, Recurrence<cell>::backward};
}
constexpr GpuOp ops[]{op<Cell::elman>("elman"),
                      op<Cell::gru>("gru"),
                      op<Cell::gru_reset_after>("gru_reset_after"),
                      op<Cell::lstm>("lstm"),
                      op<Cell::elman>("elman_layer"),
                      op<Cell::gru>("gru_layer"),
                      op<Cell::gru_reset_after>("gru_reset_after_layer"),
                      op<Cell::lstm>("lstm_layer")};
const RegisterGpuOp registered[]{
    RegisterGpuOp{ops[0]}, RegisterGpuOp{ops[1]}, RegisterGpuOp{ops[2]}, RegisterGpuOp{ops[3]},
    RegisterGpuOp{ops[4]}, RegisterGpuOp{ops[5]}, RegisterGpuOp{ops[6]}, RegisterGpuOp{ops[7]}};

}  // namespace

}  // namespace glassformer
