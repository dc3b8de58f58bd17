#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/lesson/lesson.h"
#include "tests/support/paths.h"
#include "tests/support/traced.h"

// P2 and P3 of the lecture: its table of distances in every cell, and the two properties.
namespace glassformer {
namespace {

using testing::at;

Lesson shipped() {
  return read_lesson(testing::source_dir() / "assets" / "lessons" / "positional-distances.json");
}

RunPtr distances(std::map<std::string, Option> options) {
  Inputs inputs;
  inputs.scene = "positional-distances";
  inputs.options = std::move(options);
  return run(inputs);
}

long closer(const Mat& growth) {
  return std::count_if(growth.cells().begin(), growth.cells().end(),
                       [](Real cell) { return cell < 0; });
}

TEST(PositionalDistances, GivesEveryPrintedCell) {
  const Lesson lesson = shipped();
  const RunPtr made = run(lesson.inputs);
  const Mat& table = at(made, "slide.distances");
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
  EXPECT_GT(std::abs(at(made, "paper.distances")(0, 1) - std::stod(printed[0][1])), 0.3);
}

TEST(PositionalDistances, JudgesTheTwoProperties) {
  const RunPtr made = run(shipped().inputs);
  EXPECT_LT(largest_difference(at(made, "paper.spread"), Mat(10, 1)), 1e-6);
  EXPECT_GT(largest_difference(at(made, "slide.spread"), Mat(10, 1)), 0.3);
  EXPECT_EQ(closer(at(made, "paper.growth")), 30);
  EXPECT_EQ(closer(at(made, "slide.growth")), 22);
}

TEST(PositionalDistances, NeighboursKeepBothProperties) {
  const RunPtr made = distances({{"positions", 3.0}, {"d_model", 64.0}});
  EXPECT_EQ(closer(at(made, "paper.growth")), 0);
  // With an odd width the last sine is alone, and the norms differ.
  const RunPtr odd = distances({{"d_model", 3.0}});
  EXPECT_GT(largest_difference(at(odd, "paper.spread"), Mat(10, 1)), 1e-4);
}

// A projection is linear: where the same word stands at two positions, its queries differ by the
// projected positions alone.
TEST(PositionalDistances, ProjectsPositionsAsTheModelDoes) {
  const RunPtr made =
      distances({{"projected", 1.0}, {"weights", std::string("en-de")}, {"head", 2.0}});
  Inputs inputs;
  inputs.scene = "transformer";
  inputs.options["weights"] = std::string("en-de");
  inputs.text[0] = "the the the the";
  const RunPtr translated = run(inputs);
  for (const char* which : {"q", "k"}) {
    const std::string name(which);
    const Mat& rows = at(translated, "encoder.0.self_attention.head.2." + name);
    const Mat& between = at(made, "projected." + name + ".distances");
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        double squares = 0;
        for (int c = 0; c < rows.cols(); ++c) {
          const double apart = static_cast<double>(rows(i, c)) - rows(j, c);
          squares += apart * apart;
        }
        EXPECT_NEAR(between(i, j), std::sqrt(squares), 1e-4) << which << " " << i << " " << j;
      }
    }
  }
}

TEST(PositionalDistances, ProjectsTheRowsThatAModelHasLearned) {
  const RunPtr made = distances(
      {{"projected", 1.0}, {"weights", std::string("en-fr-learned")}, {"positions", 64.0}});
  EXPECT_EQ(at(made, "projected.encoding").shape(), (Shape{32, 32})) << "its table ends";
  EXPECT_FALSE(distances({})->tape.find("projected.scores"));
}

}  // namespace
}  // namespace glassformer
