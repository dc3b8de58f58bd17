#include "core/embed/train/textbook.h"

#include <gtest/gtest.h>

#include <array>

#include "core/embed/engines/skip_gram_engine.h"
#include "core/embed/train/word2vec.h"
#include "core/grad/ops.h"

namespace glassformer {
namespace {

EncodedTextPtr text_of(const char* text) {
  return std::make_shared<const EncodedText>(encode_text(text, {}, 1, "t"));
}

Word2VecConfig published() {
  Word2VecConfig config;
  config.published = true;
  config.dim = 10;
  config.threads = 1;
  config.epochs = 1;
  config.sample = 0;
  config.subwords.buckets = 40;
  return config;
}

Mat as_mat(const RowsBuilder& rows) {
  Mat m(static_cast<int>(rows.count()), static_cast<int>(rows.dim()));
  for (std::size_t i = 0; i < rows.count(); ++i) {
    std::copy(rows[i].begin(), rows[i].end(), m.row(static_cast<int>(i)).begin());
  }
  return m;
}

// Larger than a training begins with, so that gradients of all kinds are far from zero.
void fill(Word2VecState& state) {
  Rng rng(9);
  for (RowsBuilder* rows : {&state.inputs, &state.outputs}) {
    for (std::size_t i = 0; i < rows->count(); ++i) {
      for (float& cell : (*rows)[i]) cell = static_cast<float>(rng.normal() * 0.5);
    }
  }
}

void expect_near(const Mat& expected, const Mat& got, const std::string& what) {
  ASSERT_EQ(expected.size(), got.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    ASSERT_NEAR(expected.cells()[k], got.cells()[k], 1e-4) << what << ", cell " << k;
  }
}

// The published algorithm on the tape: a step for each pair, each with negatives of its own.
class Twin {
 public:
  explicit Twin(const Word2VecState& state)
      : inputs(as_mat(state.inputs)), outputs(as_mat(state.outputs)), state_(state) {}

  void train(const std::vector<int>& sentence) {
    rng_ = Rng(Rng::at(state_.config.seed, 0).next());
    for (std::size_t i = 0; i < sentence.size(); ++i) rng_.next();  // subsampling
    for (std::size_t at = 0; at < sentence.size(); ++at) {
      std::vector<int> context;
      const std::size_t reach = drawn_reach();
      for (std::size_t i = 0; i < sentence.size(); ++i) {
        const std::size_t distance = i < at ? at - i : i - at;
        if (i != at && distance <= reach) context.push_back(sentence[i]);
      }
      if (state_.config.input == InputRows::cbow) {
        step(context, sentence[at]);
      } else {
        for (const int word : context) step({word}, sentence[at]);
      }
    }
  }

  Mat inputs, outputs;

 private:
  // "We … randomly sample the window size": 1 to `window`, each as likely (Mikolov et al. 2013a,
  // §3.2).
  std::size_t drawn_reach() {
    const auto window = static_cast<std::uint64_t>(state_.config.window);
    if (!state_.config.dynamic_window) return window;
    return 1 + static_cast<std::size_t>((rng_.next() >> 32) * window >> 32);
  }

  void step(const std::vector<int>& context, int centre) {
    Tape tape;
    const Var in = tape.input(inputs), out = tape.input(outputs);
    std::vector<Var> words;
    for (const int word : context) {
      std::vector<std::int32_t> room;
      std::vector<int> rows{word};
      if (!state_.subwords.empty()) {
        const auto parts = state_.subwords.of(word, room);
        rows.assign(parts.begin(), parts.end());
      }
      words.push_back(mean_rows(tape, gather(tape, in, rows)));
    }
    const Var x = mean_rows(tape, concat_rows(tape, words));
    tape.backward(loss(tape, x, out, centre));
    descend(inputs, tape.grad(in));
    descend(outputs, tape.grad(out));
  }

  Var loss(Tape& tape, Var x, Var out, int centre) {
    if (state_.config.objective == Objective::full_softmax) {
      const Var logs = log_softmax(tape, matmul_nt(tape, x, out));
      return scale(tape, sum(tape, slice_cols(tape, logs, centre, 1)), -1);
    }
    std::vector<int> ids;
    std::vector<float> labels;
    if (state_.config.objective == Objective::hierarchical_softmax) {
      std::vector<HuffmanTree::CodeBit> room;
      for (const HuffmanTree::CodeBit turn : state_.tree.code(centre, room)) {
        ids.push_back(static_cast<int>(turn.node));
        labels.push_back(turn.bit == 0 ? 1 : 0);
      }
    } else {
      ids.push_back(centre);
      labels.push_back(1);
      for (int i = 0; i < state_.config.negative; ++i) {
        const int drawn = state_.noise.draw(rng_.next());
        if (drawn == centre) continue;
        ids.push_back(drawn);
        labels.push_back(0);
      }
    }
    // −log σ(±score), as −log softmax of (score, 0) at the label.
    const Var scores = matmul_nt(tape, x, gather(tape, out, ids)), zero = tape.input(Mat(1, 1));
    std::vector<Var> losses;
    for (std::size_t j = 0; j < labels.size(); ++j) {
      const Var pair = concat_cols(tape, {slice_cols(tape, scores, static_cast<int>(j), 1), zero});
      losses.push_back(slice_cols(tape, log_softmax(tape, pair), labels[j] > 0 ? 0 : 1, 1));
    }
    return scale(tape, sum(tape, concat_cols(tape, losses)), -1);
  }

  void descend(Mat& rows, const Mat& gradient) const {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      rows.cells()[k] -= static_cast<float>(state_.config.alpha) * gradient.cells()[k];
    }
  }

  const Word2VecState& state_;
  Rng rng_{0};
};

TEST(Textbook, ASentenceMovesTheRowsAsTheTapeDoesPairAfterPair) {
  const EncodedTextPtr text = text_of("queen sees the kings");
  for (const InputRows input : {InputRows::skip_gram, InputRows::cbow}) {
    for (const Objective objective :
         {Objective::negative_sampling, Objective::hierarchical_softmax, Objective::full_softmax}) {
      for (const bool subwords : {false, true}) {
        Word2VecConfig config = published();
        config.input = input;
        config.objective = objective;
        config.subwords.on = subwords;
        config.alpha = 0.1;
        config.whole_mean_gradient = false;
        for (const bool dynamic : {false, true}) {
          config.window = dynamic ? 3 : 30;
          config.dynamic_window = dynamic;
          Word2VecState state(text, config);
          fill(state);
          Twin twin(state);
          twin.train({0, 1, 2, 3});
          Textbook(state).train(0);
          expect_near(twin.inputs, as_mat(state.inputs), described(config) + ", inputs");
          expect_near(twin.outputs, as_mat(state.outputs), described(config) + ", outputs");
        }
      }
    }
  }
}

// word2vec.c hands the whole gradient of a mean to each word of it: of two words twice as much as
// the gradient by either is.
TEST(Textbook, AMeanMayHandOnItsWholeGradient) {
  const EncodedTextPtr text = text_of("a b c");
  std::array<float, 2> moved{};
  for (const bool whole : {false, true}) {
    Word2VecConfig config = published();
    config.input = InputRows::cbow;
    config.window = 1;
    config.dynamic_window = false;
    config.alpha = 1e-3;
    config.whole_mean_gradient = whole;
    Word2VecState state(text, config);
    fill(state);
    const auto row = static_cast<std::size_t>(text->words.find("a"));  // of b's context alone
    const float before = state.inputs[row][0];
    Textbook(state).train(0);
    moved[whole ? 1 : 0] = state.inputs[row][0] - before;
  }
  ASSERT_NE(moved[0], 0);
  EXPECT_NEAR(moved[1] / moved[0], 2, 0.02);
}

TEST(Textbook, IsWhatTheSwitchTrainsWith) {
  std::string lines;
  Rng rng(3);
  for (int i = 0; i < 4000; ++i) {
    lines += static_cast<char>('a' + rng.below(20));
    lines += i % 8 == 7 ? '\n' : ' ';
  }
  const EncodedTextPtr text = text_of(lines.c_str());
  for (const Objective objective :
       {Objective::negative_sampling, Objective::hierarchical_softmax}) {
    Word2VecConfig config = published();
    config.objective = objective;
    config.sample = 1e-2;
    Word2VecState state(text, config);
    Textbook textbook(state);
    for (std::uint64_t piece = 0; piece < state.pieces; ++piece) textbook.train(piece);
    const WordVectors made = train_word2vec(text, config);
    config.published = false;
    const WordVectors fast = train_word2vec(text, config);
    bool same_as_fast = true;
    for (std::size_t i = 0; i < made.words.size(); ++i) {
      EXPECT_TRUE(
          std::equal(made.vectors[i].begin(), made.vectors[i].end(), state.inputs[i].begin()));
      same_as_fast = same_as_fast && std::equal(made.vectors[i].begin(), made.vectors[i].end(),
                                                fast.vectors[i].begin());
    }
    EXPECT_FALSE(same_as_fast);
  }
}

TEST(Textbook, HierarchicalSoftmaxHasThePublishedRateTreeAndSteps) {
  const EncodedTextPtr text =
      text_of("a a a a a a a a b b b b c c d e f g h i j k l m n o p q r s");
  Word2VecConfig config = published();
  config.objective = Objective::hierarchical_softmax;
  config.sample = 1e-3;
  const Word2VecState state(text, config);
  EXPECT_EQ(state.config.alpha, 0.025);
  EXPECT_EQ(state.near_root(), 0U);
  const HuffmanTree tree = huffman_tree(text->counts);
  for (int word = 0; word < static_cast<int>(text->words.size()); ++word) {
    std::vector<HuffmanTree::CodeBit> room;
    EXPECT_EQ(state.tree.code(word, room).size(), tree.code(word).size());
  }
  config.published = false;
  EXPECT_EQ(best_alpha(config), 0.035);
}

TEST(Textbook, IsForNoGraphicsCard) {
  EXPECT_NE(why_no_engine(published()), "");
}

}  // namespace
}  // namespace glassformer
