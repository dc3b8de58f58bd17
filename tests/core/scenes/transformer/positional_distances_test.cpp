#include <gtest/gtest.h>

#include <algorithm>

#include "core/lesson/lesson.h"
#include "tests/support/paths.h"

// P2 and P3 of the lecture: its table of distances in every cell, and the two properties.
namespace glassformer {
namespace {

Lesson shipped() {
  return read_lesson(testing::source_dir() / "assets" / "lessons" / "positional-distances.json");
}

RunPtr distances(std::map<std::string, Option> options) {
  Inputs inputs;
  inputs.scene = "positional-distances";
  inputs.options = std::move(options);
  return run(inputs);
}

const Mat& value(const RunPtr& made, std::string_view path) {
  return made->tape.value(made->tape.find(path));
}

long closer(const Mat& growth) {
  return std::count_if(growth.cells().begin(), growth.cells().end(),
                       [](Real cell) { return cell < 0; });
}

TEST(PositionalDistances, GivesEveryPrintedCell) {
  const Lesson lesson = shipped();
  const RunPtr made = run(lesson.inputs);
  const Mat& table = value(made, "slide.distances");
  ASSERT_EQ(lesson.printed.size(), 1u);
  const auto& printed = lesson.printed[0].values;
  ASSERT_EQ(printed.size(), 10u);
  for (std::size_t i = 0; i < 10; ++i) {
    for (std::size_t j = 0; j < 10; ++j) {
      EXPECT_NEAR(table(static_cast<int>(i), static_cast<int>(j)), std::stod(printed[i][j]), 5e-4)
          << i << " " << j;
    }
  }
  // And the formula on the slide does not.
  EXPECT_GT(std::abs(value(made, "paper.distances")(0, 1) - std::stod(printed[0][1])), 0.3);
}

TEST(PositionalDistances, JudgesTheTwoProperties) {
  const RunPtr made = run(shipped().inputs);
  EXPECT_LT(largest_difference(value(made, "paper.spread"), Mat(10, 1)), 1e-6);
  EXPECT_GT(largest_difference(value(made, "slide.spread"), Mat(10, 1)), 0.3);
  EXPECT_EQ(closer(value(made, "paper.growth")), 30);
  EXPECT_EQ(closer(value(made, "slide.growth")), 22);
  ASSERT_EQ(made->notes.size(), 2u);
  EXPECT_NE(made->notes[0].find("property 1 holds; 30 of 90"), std::string::npos);
  EXPECT_NE(made->notes[1].find("property 1 does not hold; 22 of 90"), std::string::npos);
}

TEST(PositionalDistances, NeighboursKeepBothProperties) {
  const RunPtr made = distances({{"positions", 3.0}, {"d_model", 64.0}});
  EXPECT_EQ(closer(value(made, "paper.growth")), 0);
  // With an odd width the last sine is alone, and the norms differ.
  const RunPtr odd = distances({{"d_model", 3.0}});
  EXPECT_GT(largest_difference(value(odd, "paper.spread"), Mat(10, 1)), 1e-4);
}

}  // namespace
}  // namespace glassformer
