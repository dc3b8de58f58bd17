#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/grad/ops.h"
#include "core/models/seq2seq.h"
#include "core/nn/pass.h"
#include "core/scenes/scene.h"
#include "core/tensor/rng.h"
#include "tests/support/traced.h"

// The lessons about attention between recurrent networks name each product of a paper's equations;
// the networks that are trained multiply with the matrices of all gates at once. Given the same
// numbers, both compute the same.
namespace glassformer {
namespace {

using testing::at;

constexpr int kWords = 4, kWidth = 2;
const Mat kFirst{{0.3F, -0.4F}};  // the decoder's first state: within what a tanh can give

Mat beside(const std::vector<Mat>& parts) {
  Tape tape;
  std::vector<Var> all;
  for (const Mat& part : parts) all.push_back(tape.input(part));
  return tape.value(concat_cols(tape, all));
}
Mat below(const std::vector<Mat>& parts) {
  Tape tape;
  std::vector<Var> all;
  for (const Mat& part : parts) all.push_back(tape.input(part));
  return tape.value(concat_rows(tape, all));
}
Mat turned(const Mat& m) {
  Mat made(m.cols(), m.rows());
  for (int r = 0; r < m.rows(); ++r) {
    for (int c = 0; c < m.cols(); ++c) made(c, r) = m(r, c);
  }
  return made;
}

void expect_row(const Mat& row, const Mat& of, int which, const std::string& what) {
  ASSERT_EQ(row.cols(), of.cols()) << what;
  for (int c = 0; c < row.cols(); ++c) EXPECT_NEAR(row(0, c), of(which, c), 2e-6) << what;
}

Seq2SeqConfig small(Seq2SeqConfig::Asks asks) {
  Seq2SeqConfig config;
  config.source_vocab_size = config.target_vocab_size = kWords;
  config.d_embedding = config.width = kWidth;
  config.bidirectional = false;
  config.asks = asks;
  return config;
}

// A network whose decoder begins with that state; all that is not set is 0.
class Network {
 public:
  explicit Network(const Seq2SeqConfig& config)
      : network_(config), params_(make_params(network_.parameters(), 1)) {
    for (int i = 0; i < params_.size(); ++i) params_.value(i) = Mat(params_.shape(i));
    Mat before(1, kWidth);
    for (int c = 0; c < kWidth; ++c) before(0, c) = std::atanh(kFirst(0, c));
    set("decoder.0.b_first", before);
  }
  void set(const std::string& name, const Mat& value) {
    const int index = params_.find(name);
    ASSERT_GE(index, 0) << name;
    ASSERT_EQ(params_.shape(index), value.shape()) << name;
    params_.value(index) = value;
  }
  // Of these target words behind an encoder with these states.
  const Mat& logits(const Mat& states, const std::vector<int>& words) {
    Tokens source, target;
    source.add(std::vector<int>(kWords, 0));
    target.add(words);
    Pass pass = Pass::traced(tape_, params_);
    return tape_.value(network_.logits(pass, tape_.input(states), source, target));
  }
  const Mat& made(const std::string& path) const {
    const Var var = tape_.find(path);
    EXPECT_TRUE(var) << path;
    return tape_.value(var);
  }

 private:
  Seq2Seq network_;
  Params params_;
  Tape tape_;
};

TEST(SameNetwork, DecodesAsBahdanausLessonDoes) {
  Inputs inputs;
  inputs.scene = "bahdanau";
  inputs.options = {{"steps", 3.0}, {"seed", 3.0}};
  inputs.given["state_before"] = std::make_shared<const Leaf>(kFirst);
  // Two pieces of the maxout for each number that goes to the words.
  inputs.given["output.u"] = std::make_shared<const Leaf>(normal({kWidth, 2 * kWidth}, 1, 7));
  const RunPtr lesson = run(inputs);
  const auto gates = [&](const char* part) {
    return beside({at(lesson, std::string("update.") + part),
                   at(lesson, std::string("reset.") + part),
                   at(lesson, std::string("candidate.") + part)});
  };
  Network network(small(Seq2SeqConfig::Asks::before));
  network.set("decoder.embedding", at(lesson, "words"));
  network.set("decoder.attention.w", at(lesson, "alignment.w"));
  network.set("decoder.attention.u", at(lesson, "alignment.v"));
  network.set("decoder.attention.v", at(lesson, "alignment.vector"));
  for (const char* part : {"w", "u", "c"}) {
    network.set(std::string("decoder.layer.0.") + part, gates(part));
  }
  network.set("decoder.w_deep",
              below({at(lesson, "output.u"), at(lesson, "output.v"), at(lesson, "output.c")}));
  network.set("decoder.output", turned(at(lesson, "output.w")));
  const Mat& logits = network.logits(at(lesson, "h"), {0, 1, 2});
  for (int i = 0; i < 3; ++i) {
    const std::string step = i == 0 ? "" : "step." + std::to_string(i + 1) + ".";
    expect_row(at(lesson, step + "weights"), network.made("decoder.attention.weights"), i, step);
    expect_row(at(lesson, step + "state"), network.made("decoder.states"), i, step);
    expect_row(at(lesson, step + "output.logits"), logits, i, step);
  }
}

TEST(SameNetwork, LooksAsLuongsLessonDoes) {
  Inputs inputs;
  inputs.scene = "luong";
  inputs.options = {{"seed", 3.0}};
  inputs.given["s"] = std::make_shared<const Leaf>(kFirst);
  const RunPtr lesson = run(inputs);
  struct Way {
    const char* name;
    AlignmentScore score;
    AlignmentWindow window;
    std::map<std::string, std::string> weights;  // by the name that the network has for them
  };
  const std::vector<Way> ways{
      {"dot", AlignmentScore::dot, AlignmentWindow::global, {}},
      {"general", AlignmentScore::general, AlignmentWindow::global, {{"w", "w"}}},
      {"concat",
       AlignmentScore::additive,
       AlignmentWindow::global,
       {{"w", "w"}, {"u", "v"}, {"v", "vector"}}},
      {"local-m", AlignmentScore::dot, AlignmentWindow::local_m, {}},
      {"local-p",
       AlignmentScore::dot,
       AlignmentWindow::local_p,
       {{"place_w", "w"}, {"place_v", "v"}}}};
  for (const Way& way : ways) {
    Seq2SeqConfig config = small(Seq2SeqConfig::Asks::after);
    config.score = way.score;
    config.window = way.window;
    config.reach = 2;  // as the lesson has it by itself
    Network network(config);
    // The update gate is shut: the new state is the one before.
    network.set("decoder.layer.0.b", beside({Mat(1, kWidth, -100), Mat(1, 2 * kWidth)}));
    for (const auto& [name, path] : way.weights) {
      network.set("decoder.attention." + name, at(lesson, std::string(way.name) + "." + path));
    }
    network.set("decoder.w_attentional", at(lesson, "wc"));
    network.logits(at(lesson, "h"), {0});
    const auto same = [&](const std::string& path, const std::string& of_network) {
      expect_row(at(lesson, path), network.made("decoder." + of_network), 0, path);
    };
    same("s", "layer.0.states");
    same(std::string(way.name) + ".weights", "attention.step.1.weights");
    same(std::string(way.name) + ".output", "attention.step.1.context");
    if (way.score == AlignmentScore::dot && way.window == AlignmentWindow::global) {
      same("attentional", "attentional");
    }
  }
}

}  // namespace
}  // namespace glassformer
