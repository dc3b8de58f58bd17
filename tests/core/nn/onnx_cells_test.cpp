#include <gtest/gtest.h>

#include "core/grad/ops.h"
#include "tests/support/onnx_case.h"

// The recurrent ops against the test cases of ONNX's operators RNN, GRU and LSTM, which Debian
// packs as libonnx-testdata.
namespace glassformer {
namespace {

using testing::onnx_case;
using testing::OnnxCase;
using testing::OnnxTensor;

constexpr double tolerance = 1e-5;

// Which block of ONNX's rows of W and R each of our gates is. Its update gate says how much of the
// old state is kept, ours how much of the new one comes in, 1 − z: the sign before σ is the other.
struct Gate {
  int block;
  Real sign = 1;
};

std::vector<Gate> gates_of(const std::string& op) {
  if (op == "RNN") return {{0}};
  if (op == "GRU") return {{0, -1}, {1}, {2}};
  return {{0}, {2}, {3}, {1}};  // theirs: input, output, forget, cell
}

class Cells {
 public:
  explicit Cells(const OnnxCase& given) : given_(given), gates_(gates_of(given.op)) {
    const auto& shape = tensor("X").shape;
    const bool batch_first = attribute("layout") == 1;
    steps_ = static_cast<int>(shape[batch_first ? 1 : 0]);
    batch_ = static_cast<int>(shape[batch_first ? 0 : 1]);
    inputs_ = static_cast<int>(shape[2]);
    width_ = static_cast<int>(attribute("hidden_size"));
    batch_first_ = batch_first;
  }

  // Rows are the tokens of one sentence after the other: of ours, and of "Y" and "X" of theirs.
  void run() {
    Tape tape;
    const Var outside = add_row(
        tape, matmul(tape, tape.input(sentences("X", inputs_)), tape.input(weights("W", inputs_))),
        tape.input(bias()));
    const Var u = tape.input(weights("R", width_));
    std::vector<int> begins;
    for (int s = 0; s <= batch_; ++s) begins.push_back(s * steps_);
    const Var first = tape.input(Mat(batch_, width_));
    Var states;
    if (given_.op == "RNN") states = elman(tape, outside, u, first, begins, false);
    if (given_.op == "GRU") states = gru(tape, outside, u, first, begins, false);
    if (given_.op == "LSTM") {
      const Var both = lstm(tape, outside, u, tape.input(Mat(batch_, 2 * width_)), begins, false);
      states = slice_cols(tape, both, 0, width_);
      if (given_.tensors.contains("P")) states = with_peephole(tape, outside, u, both);
    }
    expect(tape.value(states));
  }

 private:
  const OnnxTensor& tensor(const std::string& name) const { return given_.tensors.at(name); }
  std::int64_t attribute(const std::string& name) const {
    const auto found = given_.attributes.find(name);
    return found == given_.attributes.end() ? 0 : found->second;
  }
  // Where a token's numbers begin in a tensor of `cols` numbers a token.
  std::size_t place(int sentence, int step, int cols) const {
    const int row = batch_first_ ? sentence * steps_ + step : step * batch_ + sentence;
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(cols);
  }
  Mat sentences(const std::string& name, int cols) const {
    Mat made(batch_ * steps_, cols);
    for (int s = 0; s < batch_; ++s) {
      for (int t = 0; t < steps_; ++t) {
        for (int c = 0; c < cols; ++c) {
          made(s * steps_ + t, c) = static_cast<Real>(
              tensor(name).values[place(s, t, cols) + static_cast<std::size_t>(c)]);
        }
      }
    }
    return made;
  }
  // Theirs is [gates · H, inner], turned.
  Mat weights(const std::string& name, int inner) const {
    Mat made(inner, width_ * static_cast<int>(gates_.size()));
    for (int col = 0; col < made.cols(); ++col) {
      const Gate gate = gates_[static_cast<std::size_t>(col / width_)];
      for (int i = 0; i < inner; ++i) {
        const int at = (gate.block * width_ + col % width_) * inner + i;
        made(i, col) =
            gate.sign * static_cast<Real>(tensor(name).values[static_cast<std::size_t>(at)]);
      }
    }
    return made;
  }
  // Theirs has one for x W and one for h R.
  Mat bias() const {
    const int all = width_ * static_cast<int>(gates_.size());
    Mat made(1, all);
    const auto found = given_.tensors.find("B");
    if (found == given_.tensors.end()) return made;
    for (int col = 0; col < all; ++col) {
      const Gate gate = gates_[static_cast<std::size_t>(col / width_)];
      const auto at = static_cast<std::size_t>(gate.block * width_ + col % width_);
      const std::vector<float>& b = found->second.values;
      made(0, col) = gate.sign * static_cast<Real>(b[at] + b[at + static_cast<std::size_t>(all)]);
    }
    return made;
  }
  // Peepholes (Gers and Schmidhuber 2000) are not in our op. From a first cell of zeros and over
  // one step only the output gate has one: h = σ(x + h U + p ∘ c) ∘ tanh c.
  Var with_peephole(Tape& tape, Var outside, Var u, Var both) const {
    EXPECT_EQ(steps_, 1);
    const Var cell = slice_cols(tape, both, width_, width_);
    Mat p(1, width_);
    for (int j = 0; j < width_; ++j) {
      p(0, j) = static_cast<Real>(tensor("P").values[static_cast<std::size_t>(width_ + j)]);
    }
    const Var from_state =
        matmul(tape, tape.input(Mat(batch_, width_)), slice_cols(tape, u, 3 * width_, width_));
    const Var seen = multiply(tape, cell, add_row(tape, scale(tape, cell, 0), tape.input(p)));
    const Var before = add(tape, slice_cols(tape, outside, 3 * width_, width_), from_state);
    return multiply(tape, sigmoid(tape, add(tape, before, seen)), tanh(tape, cell));
  }
  void expect(const Mat& states) const {
    int compared = 0;
    if (given_.tensors.contains("Y")) {
      const Mat all = sentences("Y", width_);
      for (std::size_t i = 0; i < all.size(); ++i, ++compared) {
        EXPECT_NEAR(states.cells()[i], all.cells()[i], tolerance);
      }
    }
    const std::vector<float>& last = tensor("Y_h").values;
    for (int s = 0; s < batch_; ++s) {
      for (int j = 0; j < width_; ++j, ++compared) {
        EXPECT_NEAR(states((s + 1) * steps_ - 1, j), last[static_cast<std::size_t>(s * width_ + j)],
                    tolerance)
            << "sentence " << s << " unit " << j;
      }
    }
    EXPECT_GE(compared, batch_ * width_);
  }

  const OnnxCase& given_;
  std::vector<Gate> gates_;
  int steps_ = 0, batch_ = 0, inputs_ = 0, width_ = 0;
  bool batch_first_ = false;
};

class OnnxCells : public ::testing::TestWithParam<const char*> {};

TEST_P(OnnxCells, TheRecurrentOpsGiveThePublishedStates) {
  const auto given = onnx_case(GetParam());
  if (!given) GTEST_SKIP() << "libonnx-testdata is not installed";
  Cells(*given).run();
}

INSTANTIATE_TEST_SUITE_P(Debian, OnnxCells,
                         ::testing::Values("test_simple_rnn_defaults",
                                           "test_simple_rnn_with_initial_bias",
                                           "test_simple_rnn_batchwise", "test_rnn_seq_length",
                                           "test_gru_defaults", "test_gru_with_initial_bias",
                                           "test_gru_seq_length", "test_gru_batchwise",
                                           "test_lstm_defaults", "test_lstm_with_initial_bias",
                                           "test_lstm_with_peepholes", "test_lstm_batchwise"),
                         [](const auto& info) { return std::string(info.param).substr(5); });

}  // namespace
}  // namespace glassformer
