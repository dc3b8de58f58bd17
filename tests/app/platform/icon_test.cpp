#include "app/platform/icon.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(Icon, IsRoundAtTheCornersAndFullInside) {
  for (const int side : {16, 32, 64}) {
    const Pixels icon = window_icon(side);
    EXPECT_EQ(icon.width, side);
    ASSERT_EQ(icon.rgba.size(), static_cast<std::size_t>(side * side * 4));
    EXPECT_EQ(icon.rgba[3], 0);
    EXPECT_EQ(icon.rgba[static_cast<std::size_t>((side / 2 * side + side / 2) * 4 + 3)], 255);
  }
}

}  // namespace
}  // namespace glassformer
