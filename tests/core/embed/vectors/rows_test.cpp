#include "core/embed/vectors/rows.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace glassformer {
namespace {

TEST(Rows, BeginOnLinesAndArePaddedWithZeros) {
  RowsBuilder builder(3, 5);
  EXPECT_EQ(builder.stride(), 16U);
  builder[2][4] = 7;
  const Rows rows = builder.finish();
  for (std::size_t r = 0; r < rows.count(); ++r) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(rows[r].data()) % 64, 0U);
    for (std::size_t c = rows.dim(); c < rows.stride(); ++c) EXPECT_EQ(rows[r].data()[c], 0.0F);
  }
  EXPECT_EQ(rows[2][4], 7.0F);
}

TEST(Rows, RefusesWhatNoMemoryHolds) {
  EXPECT_THROW(RowsBuilder(SIZE_MAX / 4, 1024), std::bad_alloc);
}

TEST(Rows, TellNumbersThatAreNone) {
  RowsBuilder builder(3, 5);
  builder[0][0] = std::numeric_limits<float>::max();
  EXPECT_FALSE(any_not_finite(builder));
  for (const float none :
       {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
        std::numeric_limits<float>::quiet_NaN()}) {
    builder[2][4] = none;
    EXPECT_TRUE(any_not_finite(builder));
    EXPECT_FALSE(any_not_finite(builder[0]));
  }
}

TEST(Rows, MayBeNone) {
  EXPECT_TRUE(RowsBuilder(0, 4).finish().empty());
  EXPECT_TRUE(Rows().empty());
}

}  // namespace
}  // namespace glassformer
