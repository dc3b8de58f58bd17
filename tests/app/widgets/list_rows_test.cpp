#include "app/widgets/list_rows.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(ListRows, AreAsHighAsTheyMayBe) {
  const auto [count, height] = rows_in(1000, 4, 20, 30);
  EXPECT_EQ(count, 4U);
  EXPECT_FLOAT_EQ(height, 30);
}

TEST(ListRows, ShareWhatThereIs) {
  const auto [count, height] = rows_in(100, 4, 20, 30);
  EXPECT_EQ(count, 4U);
  EXPECT_FLOAT_EQ(height, 25);
}

TEST(ListRows, AreLeftOutWhereTheyWouldBeTooLow) {
  const auto [count, height] = rows_in(100, 9, 24, 30);
  EXPECT_EQ(count, 4U);
  EXPECT_FLOAT_EQ(height, 25);
}

TEST(ListRows, AreNoneWithoutRoom) {
  EXPECT_EQ(rows_in(-5, 9, 24, 30).count, 0U);
  EXPECT_EQ(rows_in(10, 9, 24, 30).count, 0U);
  EXPECT_EQ(rows_in(100, 0, 24, 30).count, 0U);
}

}  // namespace
}  // namespace glassformer
