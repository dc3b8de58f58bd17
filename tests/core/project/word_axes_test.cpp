#include "core/project/word_axes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/project/pca.h"
#include "tests/core/project/seeded_rows.h"

namespace glassformer {
namespace {

TEST(WordAxes, DirectionHasLengthOneAndPointsFromOneToTheOther) {
  const Rows rows = testing::seeded_rows(4, 19);
  const auto axis = direction(rows, 1, 2);
  ASSERT_TRUE(axis);
  double length = 0, along = 0, distance = 0;
  for (std::size_t d = 0; d < 19; ++d) {
    const double gap = rows[2][d] - rows[1][d];
    length += (*axis)[d] * (*axis)[d];
    along += (*axis)[d] * gap;
    distance += gap * gap;
  }
  EXPECT_NEAR(length, 1, 1e-6);
  EXPECT_NEAR(along, std::sqrt(distance), 1e-5);
  EXPECT_FALSE(direction(rows, 3, 3));
}

TEST(WordAxes, PlaneKeepsTheDistancesOfItsThreeWords) {
  const Rows rows = testing::seeded_rows(5, 40);
  const auto plane = plane_through(rows, 0, 3, 4);
  ASSERT_TRUE(plane);
  const Mat at = projected(rows, rows[0], *plane);
  const auto distance = [&](int i, int j) {
    double sum = 0;
    for (std::size_t d = 0; d < 40; ++d) {
      const double gap =
          rows[static_cast<std::size_t>(i)][d] - rows[static_cast<std::size_t>(j)][d];
      sum += gap * gap;
    }
    return std::sqrt(sum);
  };
  EXPECT_NEAR(at(0, 0), 0, 1e-6);
  EXPECT_NEAR(at(3, 0), distance(0, 3), 1e-4);
  EXPECT_NEAR(at(3, 1), 0, 1e-4);
  EXPECT_GT(at(4, 1), 0);
  EXPECT_NEAR(std::hypot(at(4, 0), at(4, 1)), distance(0, 4), 1e-4);
  EXPECT_NEAR(std::hypot(at(4, 0) - at(3, 0), at(4, 1) - at(3, 1)), distance(3, 4), 1e-4);
}

TEST(WordAxes, ThreeWordsOnALineHaveNoPlane) {
  RowsBuilder rows(3, 2);
  rows[1][0] = 1;
  rows[2][0] = 2;
  const Rows line = rows.finish();
  EXPECT_FALSE(plane_through(line, 0, 1, 2));
  EXPECT_FALSE(plane_through(line, 0, 0, 2));
}

}  // namespace
}  // namespace glassformer
