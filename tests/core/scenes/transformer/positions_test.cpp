#include <gtest/gtest.h>

#include <cmath>

#include "core/nn/position.h"
#include "core/scenes/scene.h"
#include "core/scenes/transformer/positional.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/support/traced.h"

// The positional encodings, step by step on the tape, against the closed forms.
namespace glassformer {
namespace {

using testing::at;

RunPtr positions(std::map<std::string, Option> options) {
  Inputs inputs;
  inputs.scene = "positions";
  inputs.options = std::move(options);
  return run(inputs);
}

TEST(Positions, AreTheSinusoidsOfThePaper) {
  for (const int width : {4, 7, 20, 64}) {
    const RunPtr made =
        positions({{"d_model", double(width)}, {"base", 500.0}, {"positions", 60.0}});
    EXPECT_LT(largest_difference(at(made, "encoding"), sinusoidal_positions(60, width, 500)), 2e-5)
        << width;
  }
}

TEST(Positions, AShiftTurnsEachPairByTheSameAngle) {
  for (const double k : {0.0, 1.0, 37.0, 300.0}) {
    const RunPtr made = positions({{"shift", k}, {"positions", 40.0}});
    const Mat& off = at(made, "shift.difference");
    EXPECT_LT(largest_difference(off, Mat(off.shape())), 1e-4) << k;
  }
  // Without pairs of one frequency there is nothing to turn, and the run says so.
  for (const auto& options : {std::map<std::string, Option>{{"variant", std::string("slide")}},
                              std::map<std::string, Option>{{"d_model", 7.0}}}) {
    const RunPtr made = positions(options);
    EXPECT_FALSE(made->tape.find("shift.turned"));
    EXPECT_NE(made->notes.at(0).find("no rotation"), std::string::npos);
  }
}

TEST(Positions, TheTablesThatAModelHasLearnedAreShown) {
  Inputs inputs;
  inputs.scene = "positions";
  inputs.options["positions"] = 12.0;
  EXPECT_FALSE(run(inputs)->tape.find("learned.encoder.table")) << "the shipped one adds sines";
  TransformerConfig config = testing::small_config();
  config.positions = PositionKind::learned;
  const auto model = std::make_shared<const Checkpoint>(testing::tiny_checkpoint(config));
  inputs.resources.set(slots::model, model);
  const RunPtr made = run(inputs);
  const Transformer& network = transformer_of(*model);
  for (const auto& [side, index] : {std::pair{"encoder", network.source_positions()},
                                    std::pair{"decoder", network.target_positions()}}) {
    const std::string scope = std::string("learned.") + side + ".";
    const Mat& table = at(made, scope + "table");
    const Mat& learned = model->params.value(index);
    ASSERT_EQ(table.shape(), (Shape{12, 8})) << "as many rows as are asked for";
    for (int c = 0; c < 8; ++c) EXPECT_EQ(table(11, c), learned(11, c));
    EXPECT_NEAR(at(made, scope + "distances")(2, 2), 0, 1e-6);
    double dot = 0;
    for (int c = 0; c < 8; ++c) dot += static_cast<double>(table(1, c)) * table(4, c);
    EXPECT_NEAR(at(made, scope + "products")(1, 4), dot, 1e-5);
    EXPECT_NEAR(at(made, scope + "norm")(1, 0), std::sqrt(at(made, scope + "products")(1, 1)),
                1e-5);
  }
}

TEST(Positions, RotaryScoresDependOnTheDistanceAlone) {
  const RunPtr made = positions({{"positions", 30.0}});
  const Mat& scores = at(made, "rotary.scores");
  for (int i = 1; i < 30; ++i) {
    for (int j = 1; j < 30; ++j) EXPECT_NEAR(scores(i, j), scores(i - 1, j - 1), 1e-4);
  }
}

TEST(Positions, AlibiTakesTheSlopeOfItsHeadOffEachStep) {
  const RunPtr made = positions({{"positions", 12.0}, {"head", 2.0}});
  const Mat &bias = at(made, "alibi.bias"), &weights = at(made, "alibi.weights");
  EXPECT_EQ(bias(11, 3), -2);  // a slope of 1/4, eight steps
  EXPECT_EQ(weights(3, 4), 0);
  EXPECT_NEAR(weights(5, 4) / weights(5, 5), std::exp(-0.25), 1e-6);
}

TEST(Positions, CurvesOutsideOfTheEncodingAreMovedIntoIt) {
  const RunPtr made = positions({{"d_model", 4.0}, {"first", 30.0}, {"last", 400.0}});
  const Var curves = made->tape.find("curves");
  EXPECT_EQ(made->tape.shape(curves).cols, 1);
  EXPECT_EQ(axis_label(made->tape.node(curves).label.cols, 0), "3");
}

// The numbers that the sentence speaks of are the ones in the matrix.
TEST(SinusoidOrigin, SaysTheFormulaWithTheNumbersOfItsCell) {
  const Origin origin = sinusoid_origin(4);
  EXPECT_EQ(origin(3, 0), "sin(pos / 10000^(2i / d)) = sin(3 / 10000^(0 / 4)) = sin(3)");
  EXPECT_EQ(origin(3, 3), "cos(pos / 10000^(2i / d)) = cos(3 / 10000^(2 / 4)) = cos(0.03)");
  const Mat encoding = sinusoidal_positions(4, 4);
  EXPECT_NEAR(encoding(3, 0), std::sin(3.0), 1e-6);
  EXPECT_NEAR(encoding(3, 3), std::cos(0.03), 1e-6);
}

}  // namespace
}  // namespace glassformer
