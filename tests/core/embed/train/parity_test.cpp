#include <gtest/gtest.h>

#include <numeric>

#include "core/embed/engines/fast_worker.h"
#include "core/embed/train/step.h"
#include "core/grad/ops.h"
#include "core/tensor/rng.h"

// What trains has its gradients written out; the tape derives them. Both must agree.

namespace glassformer {
namespace {

Mat as_mat(const RowsBuilder& rows) {
  Mat m(static_cast<int>(rows.count()), static_cast<int>(rows.dim()));
  for (std::size_t i = 0; i < rows.count(); ++i) {
    std::copy(rows[i].begin(), rows[i].end(), m.row(static_cast<int>(i)).begin());
  }
  return m;
}

void expect_near(const Mat& expected, const Mat& got, double within, const std::string& what) {
  for (int r = 0; r < expected.rows(); ++r) {
    for (int c = 0; c < expected.cols(); ++c) {
      ASSERT_NEAR(expected(r, c), got(r, c), within) << what << ", row " << r << ", column " << c;
    }
  }
}

// Σ −log σ(± scores), as −log softmax of (score, 0) at the label.
Var logistic_loss(Tape& tape, Var scores, const std::vector<float>& labels) {
  const int rows = tape.shape(scores).rows;
  const Var zero = tape.input(Mat(rows, 1));
  std::vector<Var> losses;
  for (std::size_t j = 0; j < labels.size(); ++j) {
    const Var pair = concat_cols(tape, {slice_cols(tape, scores, static_cast<int>(j), 1), zero});
    losses.push_back(slice_cols(tape, log_softmax(tape, pair), labels[j] > 0 ? 0 : 1, 1));
  }
  return scale(tape, sum(tape, concat_cols(tape, losses)), -1);
}

Var softmax_loss(Tape& tape, Var scores, int target) {
  return scale(tape, sum(tape, slice_cols(tape, log_softmax(tape, scores), target, 1)), -1);
}

TEST(Word2VecParity, StepsDescendAlongTheGradientsOfTheTape) {
  constexpr int dim = 7;
  constexpr float alpha = 1e-2F;
  for (const bool all_words : {false, true}) {
    Mat inputs = normal({4, dim}, 0.7, 1), outputs = normal({6, dim}, 0.7, 2);
    const std::vector<float> labels{1, 0, 0, 0, 1, 0};
    Tape tape;
    const Var x = tape.input(inputs), o = tape.input(outputs);
    const Var scores = matmul_nt(tape, x, o);
    const Var loss =
        all_words ? softmax_loss(tape, scores, 2) : logistic_loss(tape, scores, labels);
    tape.backward(loss);

    std::vector<float*> in, out;
    for (int i = 0; i < 4; ++i) in.push_back(inputs.row(i).data());
    for (int j = 0; j < 6; ++j) out.push_back(outputs.row(j).data());
    const double stepped = all_words ? softmax_step(in, out, 2, dim, alpha)
                                     : logistic_step(in, out, labels, dim, alpha);
    EXPECT_NEAR(stepped, tape.value(loss)(0, 0), 1e-4);
    const auto gradient = [&](Var before, Mat& after) {
      Mat g(after.shape());
      for (std::size_t k = 0; k < g.size(); ++k) {
        g.cells()[k] = (tape.value(before).cells()[k] - after.cells()[k]) / alpha;
      }
      return g;
    };
    expect_near(tape.grad(x), gradient(x, inputs), 2e-5, "inputs");
    expect_near(tape.grad(o), gradient(o, outputs), 2e-5, "outputs");
  }
}

// The rows of a training, moved by the tape word after word of one sentence.
class Twin {
 public:
  explicit Twin(const Word2VecState& state)
      : state_(state), inputs_(as_mat(state.inputs)), outputs_(as_mat(state.outputs)) {}

  // At that share of the rate which the training begins with.
  void train(const std::vector<int>& sentence, double share = 1) {
    alpha_ = static_cast<float>(share * state_.config.alpha);
    for (std::size_t at = 0; at < sentence.size(); ++at) {
      std::vector<int> context;
      for (std::size_t i = 0; i < sentence.size(); ++i) {
        if (i != at) context.push_back(sentence[i]);
      }
      step(context, sentence[at]);
    }
  }
  const Mat& inputs() const { return inputs_; }
  const Mat& outputs() const { return outputs_; }

 private:
  std::vector<int> rows_of(int word) const {
    if (state_.subwords.empty()) return {word};
    std::vector<std::int32_t> room;
    const auto rows = state_.subwords.of(word, room);
    return {rows.begin(), rows.end()};
  }

  void step(const std::vector<int>& context, int centre) {
    Tape tape;
    const Var in = tape.input(inputs_), out = tape.input(outputs_);
    std::vector<Var> rows;
    for (const int word : context) {
      rows.push_back(mean_rows(tape, gather(tape, in, rows_of(word))));
    }
    Var x = concat_rows(tape, rows);
    if (state_.config.input == InputRows::cbow) x = mean_rows(tape, x);
    tape.backward(loss(tape, x, out, centre));
    descend(inputs_, tape.grad(in));
    Mat move = tape.grad(out);
    for (int node = move.rows() - static_cast<int>(state_.near_root()); node < move.rows();
         ++node) {
      for (Real& cell : move.row(node)) cell *= slow_share;
    }
    descend(outputs_, move);
  }

  Var loss(Tape& tape, Var x, Var out, int centre) const {
    if (state_.config.objective == Objective::full_softmax) {
      return softmax_loss(tape, matmul_nt(tape, x, out), centre);
    }
    std::vector<int> ids;
    std::vector<float> labels;
    if (state_.config.objective == Objective::hierarchical_softmax) {
      for (const HuffmanTree::CodeBit turn : state_.tree.code(centre)) {
        ids.push_back(turn.node);
        labels.push_back(turn.bit == 0 ? 1 : 0);
      }
    } else {
      // So many are drawn that every other word is among them.
      ids.push_back(centre);
      labels.push_back(1);
      for (int word = 0; word < outputs_.rows(); ++word) {
        if (word == centre) continue;
        ids.push_back(word);
        labels.push_back(0);
      }
    }
    return logistic_loss(tape, matmul_nt(tape, x, gather(tape, out, ids)), labels);
  }

  void descend(Mat& rows, const Mat& gradient) const {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      rows.cells()[k] -= alpha_ * gradient.cells()[k];
    }
  }

  const Word2VecState& state_;
  Mat inputs_, outputs_;
  float alpha_ = 0;
};

// Larger than a training begins with, so that gradients of all kinds are far from zero.
void fill(Word2VecState& state) {
  Rng rng(9);
  for (RowsBuilder* rows : {&state.inputs, &state.outputs}) {
    for (std::size_t i = 0; i < rows->count(); ++i) {
      for (float& cell : (*rows)[i]) cell = static_cast<float>(rng.normal() * 0.5);
    }
  }
}

Word2VecConfig whole_sentence() {
  Word2VecConfig config;
  config.dim = 10;
  config.window = 30;
  config.dynamic_window = false;
  config.negative = 200;
  config.sample = 0;
  config.epochs = 1;
  config.alpha = 0.3;
  config.whole_mean_gradient = false;
  config.bf16 = false;
  return config;
}

TEST(Word2VecParity, ASentenceMovesTheRowsAsTheTapeDoes) {
  const auto sentence =
      std::make_shared<const EncodedText>(encode_text("queen sees the kings", {}, 1, "t"));
  for (const InputRows input : {InputRows::skip_gram, InputRows::cbow}) {
    for (const Objective objective :
         {Objective::negative_sampling, Objective::hierarchical_softmax, Objective::full_softmax}) {
      for (const bool subwords : {false, true}) {
        Word2VecConfig config = whole_sentence();
        config.input = input;
        config.objective = objective;
        config.subwords = {subwords, 3, 5, 40};
        Word2VecState state(sentence, config);
        fill(state);
        Twin twin(state);
        twin.train({0, 1, 2, 3});
        FastWorker(state, 1).train(0);
        expect_near(twin.inputs(), as_mat(state.inputs), 3e-5, described(config) + ", inputs");
        expect_near(twin.outputs(), as_mat(state.outputs), 3e-5, described(config) + ", outputs");
      }
    }
  }
}

// Mikolov's program lets the rate fall in a line from its beginning to the end of the text: two
// sentences of as many words are learned from at the whole rate and at half of it.
TEST(Word2VecParity, TheRateFallsFromSentenceToSentence) {
  const auto text = std::make_shared<const EncodedText>(
      encode_text("queen sees the kings\nqueen sees the kings\n", {}, 1, "t"));
  for (const Objective objective : {Objective::negative_sampling, Objective::full_softmax}) {
    Word2VecConfig config = whole_sentence();
    config.objective = objective;
    Word2VecState state(text, config);
    ASSERT_EQ(state.pieces, 1U);
    fill(state);
    Twin twin(state);
    twin.train({0, 1, 2, 3}, 1);
    twin.train({0, 1, 2, 3}, 0.5);
    FastWorker(state, 1).train(0);
    expect_near(twin.inputs(), as_mat(state.inputs), 5e-5, described(config) + ", inputs");
    expect_near(twin.outputs(), as_mat(state.outputs), 5e-5, described(config) + ", outputs");
  }
}

// So many words that some nodes are near the root, and paths of several lengths.
TEST(Word2VecParity, NodesNearTheRootGoAQuarterOfTheWay) {
  std::string text;
  for (int word = 0; word < 26; ++word) text += std::string(1, static_cast<char>('a' + word)) + " ";
  const auto sentence = std::make_shared<const EncodedText>(encode_text(text, {}, 1, "t"));
  for (const bool bf16 : {false, true}) {
    Word2VecConfig config = whole_sentence();
    config.objective = Objective::hierarchical_softmax;
    config.alpha = 0.03;
    config.bf16 = bf16;
    Word2VecState state(sentence, config);
    ASSERT_EQ(state.near_root(), 3U);
    fill(state);
    Twin twin(state);
    std::vector<int> words(26);
    std::iota(words.begin(), words.end(), 0);
    twin.train(words);
    FastWorker(state, 1).train(0);
    // Rows move by some tenths.
    const double within = bf16 ? 1e-2 : 1e-4;
    expect_near(twin.inputs(), as_mat(state.inputs), within, "inputs");
    expect_near(twin.outputs(), as_mat(state.outputs), within, "outputs");
  }
}

}  // namespace
}  // namespace glassformer
