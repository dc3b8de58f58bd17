#include <gtest/gtest.h>

#include <cmath>

#include "core/lesson/lesson.h"
#include "core/scenes/change.h"
#include "core/scenes/records/bahdanau.h"
#include "core/scenes/records/tanh_is_crucial.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

// The decoder of Bahdanau et al., by hand: the lecture's own example as the lesson gives it.
namespace glassformer {
namespace {

using testing::at;

constexpr double tolerance = 5e-5;

Inputs lesson_inputs(const char* id) {
  return find_lesson(id).inputs;
}

void expect_row(const RunPtr& run, const char* path, const std::vector<double>& wanted) {
  const Mat& m = at(run, path);
  ASSERT_EQ(m.cols(), static_cast<int>(wanted.size())) << path;
  for (int c = 0; c < m.cols(); ++c) {
    EXPECT_NEAR(m(0, c), wanted[static_cast<std::size_t>(c)], tolerance) << path << " " << c;
  }
}

TEST(Bahdanau, WeighsTheLecturesFourWords) {
  const RunPtr made = run(lesson_inputs("bahdanau"));
  expect_row(made, "weights", {0.2963, 0.4870, 0.1300, 0.0867});
  expect_row(made, "context", {0.6358, 0.9308});
  expect_row(made, "state", {0.7465, 0.9137});
  ASSERT_EQ(made->sites.size(), 1U);
  EXPECT_EQ(made->tape.node(made->sites[0].weights).path, "weights");
  EXPECT_EQ(made->sites[0].context, made->tape.find("context"));
}

TEST(Bahdanau, HardTakesTheBestAndNoneTheLast) {
  Inputs inputs = lesson_inputs("bahdanau");
  set_option(inputs, "attention", "hard");
  RunPtr made = run(inputs);
  expect_row(made, "weights", {0, 1, 0, 0});
  expect_row(made, "context", {0, 2});
  set_cell(inputs, "scores", {0, 2, 9});  // another best one
  expect_row(run(inputs), "weights", {0, 0, 1, 0});
  set_option(inputs, "attention", "none");
  expect_row(run(inputs), "context", {-1, 1});
}

TEST(Bahdanau, GoesOnWithWeightsSetByHand) {
  Inputs inputs = lesson_inputs("bahdanau");
  set_option(inputs, "steps", 4.0);
  const RunPtr before = run(inputs);
  for (int c = 0; c < 4; ++c) set_cell(inputs, "weights", {0, c, c == 3 ? 1.0 : 0.0});
  const RunPtr after = run(inputs);
  expect_row(after, "context", {-1, 1});
  EXPECT_NE(at(before, "step.4.state")(0, 0), at(after, "step.4.state")(0, 0));
  EXPECT_EQ(at(after, "alignment")(0, 3), 1);
  EXPECT_EQ(after->records.get<BahdanauRecord>().steps.size(), 4U);
  ASSERT_EQ(after->sites.size(), 1U);
  EXPECT_EQ(after->sites[0].weights, after->tape.find("alignment")) << "all steps";
}

TEST(Bahdanau, NamesWhatIsMissingForAnotherStep) {
  Inputs inputs = lesson_inputs("bahdanau");
  inputs.given["words"] = std::make_shared<const Leaf>(Mat{{0, 1}});
  inputs.tokens[1].clear();
  set_option(inputs, "steps", 2.0);
  try {
    run(inputs);
    FAIL() << "no error";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("2 steps need 2 rows of \"words\""), std::string::npos)
        << error.what();
  }
}

TEST(Bahdanau, RunsWithNothingGiven) {
  Inputs inputs;
  inputs.scene = "bahdanau";
  const RunPtr made = run(inputs);
  EXPECT_TRUE(made->random);
  double sum = 0;
  for (const Real weight : at(made, "weights").row(0)) sum += weight;
  EXPECT_NEAR(sum, 1, 1e-5);
}

// Whatever the matrices: without the tanh no state of the decoder can move a weight.
TEST(TanhIsCrucial, WithoutItTheStateHasNoSay) {
  for (const double seed : {1.0, 2.0, 3.0}) {
    Inputs inputs;
    inputs.scene = "tanh-is-crucial";
    set_option(inputs, "seed", seed);
    RunPtr made = run(inputs);
    double apart = 0;
    for (int c = 0; c < 4; ++c) {
      apart += std::abs(at(made, "weights")(0, c) - at(made, "weights")(1, c));
    }
    EXPECT_GT(apart, 1e-3);
    set_option(inputs, "tanh", 0.0);
    made = run(inputs);
    for (int c = 0; c < 4; ++c) {
      const double alone = at(made, "of_words")(0, c);
      EXPECT_NEAR(at(made, "weights")(0, c), alone, 1e-6);
      EXPECT_NEAR(at(made, "weights")(1, c), alone, 1e-6);
      for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(at(made, "from_state")(i, 0) + at(made, "from_words")(0, c),
                    at(made, "scores")(i, c), 1e-5);
      }
    }
  }
}

}  // namespace
}  // namespace glassformer
