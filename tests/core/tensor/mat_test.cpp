#include "core/tensor/mat.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

TEST(Mat, StoresRowsOneAfterTheOther) {
  const Mat m{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(m.shape(), (Shape{2, 3}));
  EXPECT_EQ(m(0, 2), 3);
  EXPECT_EQ(m(1, 0), 4);
  EXPECT_EQ(m.cells()[3], 4);
  EXPECT_EQ(m.row(1)[2], 6);
}

TEST(Mat, NamesBothLengthsOfUnequalRows) {
  try {
    const Mat m{{1, 2}, {3}};
    FAIL() << "no error";
  } catch (const ShapeError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("first has 2"), std::string::npos) << message;
    EXPECT_NE(message.find("another 1"), std::string::npos) << message;
  }
}

TEST(Mat, MayBeEmptyOrHaveNoColumns) {
  EXPECT_TRUE(Mat().empty());
  EXPECT_TRUE(Mat(3, 0).empty());
  EXPECT_EQ(transpose(Mat(3, 0)).shape(), (Shape{0, 3}));
}

TEST(Mat, StartsOnALineOfTheCache) {
  const Mat m(3, 5);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(m.data()) % 64, 0U);
}

TEST(Mat, KnowsWhichCellsItHas) {
  const Mat m(2, 3);
  EXPECT_TRUE(m.contains(1, 2));
  EXPECT_FALSE(m.contains(2, 0));
  EXPECT_FALSE(m.contains(0, 3));
  EXPECT_FALSE(m.contains(-1, 0));
}

TEST(Mat, LargestDifferenceSeesNanAndTakesEqualInfinitiesAsEqual) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(largest_difference(Mat{{1, inf}}, Mat{{1.5, inf}}), 0.5);
  EXPECT_TRUE(std::isnan(largest_difference(Mat{{1}}, Mat{{std::nan("")}})));
  EXPECT_EQ(largest_difference(Mat(1, 2), Mat(2, 1)), inf);
}

TEST(Shape, IsWrittenAsRowsTimesColumns) {
  EXPECT_EQ(to_string(Shape{3, 4}), "3 × 4");
}

}  // namespace
}  // namespace glassformer
