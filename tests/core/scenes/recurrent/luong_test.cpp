#include <gtest/gtest.h>

#include <cmath>

#include "core/lesson/lesson.h"
#include "core/scenes/change.h"
#include "tests/support/traced.h"

// Luong's choices as the lesson gives them, the numbers worked out apart from this program.
namespace glassformer {
namespace {

using testing::at;

void expect_row(const RunPtr& run, const char* path, const std::vector<double>& wanted,
                double tolerance = 5e-5) {
  const Mat& m = at(run, path);
  ASSERT_EQ(m.cols(), static_cast<int>(wanted.size())) << path;
  for (int c = 0; c < m.cols(); ++c) {
    EXPECT_NEAR(m(0, c), wanted[static_cast<std::size_t>(c)], tolerance) << path << " " << c;
  }
}

TEST(Luong, DotByHand) {
  const RunPtr made = run(find_lesson("luong").inputs);
  expect_row(made, "dot.scores", {1.4930, 1.8274, -0.1672, 0.1672});
  expect_row(made, "dot.weights", {0.3505, 0.4897, 0.0666, 0.0931});
  expect_row(made, "dot.output", {0.6746, 1.0059});
  EXPECT_EQ(made->sites.size(), 5U);
}

TEST(Luong, LocalWeightsAreABellOverTheDotAndDoNotSumToOne) {
  const RunPtr made = run(find_lesson("luong").inputs);
  EXPECT_NEAR(at(made, "local-p.place")(0, 0), 1.3, 1e-3);
  expect_row(made, "local-p.weights", {0.1506, 0.4682, 0.0522, 0.0219}, 3e-4);
}

TEST(Luong, AWindowHidesWhatIsFarFromThePosition) {
  Inputs inputs = find_lesson("luong").inputs;
  expect_row(run(inputs), "local-m.window", {1, 1, 1, 0}, 0);
  set_option(inputs, "t", 3.0);
  set_option(inputs, "reach", 1.0);
  expect_row(run(inputs), "local-m.window", {0, 0, 1, 1}, 0);
  set_option(inputs, "t", 60.0);  // nothing is near: no word has weight
  expect_row(run(inputs), "local-m.weights", {0, 0, 0, 0}, 0);
}

TEST(Luong, RunsWithNothingGiven) {
  Inputs inputs;
  inputs.scene = "luong";
  const RunPtr made = run(inputs);
  EXPECT_TRUE(made->random);
  EXPECT_EQ(at(made, "fed").cols(), 4);
}

}  // namespace
}  // namespace glassformer
