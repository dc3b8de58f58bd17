#include <gtest/gtest.h>

#include <cmath>

#include "core/decode/decode.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

using testing::small_config;
using testing::tiny_checkpoint;

Inputs inputs(const std::string& sentence) {
  Inputs made;
  made.scene = "decoding";
  made.text[0] = sentence;
  made.resources.set(slots::model,
                     std::make_shared<const Checkpoint>(tiny_checkpoint(small_config(), 7)));
  return made;
}

TEST(DecodingModel, HoldsTheBeamAndTheDecoderOverItsWinner) {
  const Inputs given = inputs("the red cat .");
  const RunPtr made = run(given);
  DecodeOptions options;
  options.beam = 3;
  const BeamSearch found =
      beam_search(*make_decoder(*given.resources.get(slots::model)),
                  source_ids(*given.resources.get(slots::model), given.text[0]), options);
  const Var beam = made->tape.find("beam");
  ASSERT_TRUE(beam);
  const Mat& table = made->tape.value(beam);
  ASSERT_EQ(table.rows(), static_cast<int>(found.nodes.size()));
  for (int r = 0; r < table.rows(); ++r) {
    const BeamNode& node = found.nodes[static_cast<std::size_t>(r)];
    EXPECT_EQ(table(r, 0), node.step);
    EXPECT_EQ(table(r, 1), node.parent);
    EXPECT_NEAR(table(r, 2), std::exp(node.log_probability), 1e-6);
    EXPECT_NEAR(table(r, 5), node.score, 1e-4);
    EXPECT_EQ(table(r, 6), static_cast<int>(node.fate));
  }
  EXPECT_EQ(made->tape.shape(made->tape.find("probabilities")).rows,
            static_cast<int>(found.translation.pieces.size()) + 1);
}

TEST(DecodingModel, EveryCellThatNoOpMadeSaysWhereItComesFrom) {
  const RunPtr made = run(inputs("the red cat ."));
  const Tape& tape = made->tape;
  for (const std::string& path : tape.paths()) {
    const Var var = tape.find(path);
    if (tape.node(var).op != nullptr || tape.node(var).label.role == Role::mask) continue;
    const Shape shape = tape.shape(var);
    for (int c = 0; c < shape.cols; ++c) {
      EXPECT_NE(tape.explain(var, shape.rows - 1, c).note, "") << path << " column " << c;
    }
  }
  const Var beam = tape.find("beam");
  const std::string score = tape.explain(beam, 0, 5).note;
  EXPECT_TRUE(score.starts_with("sum / ((5 + n) / 6)^α = −")) << score;
  EXPECT_TRUE(score.ends_with(" / ((5 + 1) / 6)^0.6")) << score;
}

TEST(DecodingModel, IsFedTheSecondSentenceIfThereIsOne) {
  Inputs given = inputs("the red cat .");
  given.text[1] = "un chien .";
  const RunPtr made = run(given);
  EXPECT_EQ(made->tokens[1], (std::vector<std::string>{"<s>", "un", "chien", "."}));
}

TEST(DecodingModel, BeginsAsItIsTold) {
  Inputs given = inputs("the red cat .");
  given.options["prefix"] = "chien un";
  const RunPtr made = run(given);
  EXPECT_EQ(made->tokens[1][1], "chien");
  EXPECT_EQ(made->tokens[1][2], "un");
  given.options["prefix"] = "licorne";
  EXPECT_THROW(run(given), UserError);
}

}  // namespace
}  // namespace glassformer
