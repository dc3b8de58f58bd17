#include <gtest/gtest.h>

#include <vector>

#include "app/widgets/cloud_parts.h"

namespace glassformer {
namespace {

constexpr Color kGround{250, 250, 245, 255};

// Whether a point at this place of the plane, alone, leaves a mark in a picture of 40 × 30 px whose
// middle is (0, 0), 10 px a unit: its left edge is x = −2, its upper one y = 1.5.
bool is_marked(float x, float y) {
  const std::vector<float> xs{x}, ys{y};
  PointCloud cloud;
  cloud.x = xs;
  cloud.y = ys;
  cloud.colors = {Color{200, 0, 0, 255}};
  const CloudPlane plane{{7, 5, 40, 30}, 0, 0, 10};
  const ImagePtr image = paint_cloud(cloud, plane, 3, kGround, false, {200, 200, 200, 255});
  for (const std::uint32_t pixel : image->pixels()) {
    if (pixel != 0xFFF5FAFA) return true;
  }
  return false;
}

// A point belongs to the picture from the first edge on and before the last: two pictures side by
// side would share none and lose none.
TEST(PaintCloud, DrawsWhatLiesOnTheFirstEdgesAndNotOnTheLast) {
  EXPECT_TRUE(is_marked(0, 0));
  EXPECT_TRUE(is_marked(-2, 0)) << "the left edge";
  EXPECT_TRUE(is_marked(0, 1.5F)) << "the upper edge";
  EXPECT_TRUE(is_marked(-2, 1.5F)) << "the corner of both";
  EXPECT_FALSE(is_marked(2, 0)) << "the right edge";
  EXPECT_FALSE(is_marked(0, -1.5F)) << "the lower edge";
  EXPECT_FALSE(is_marked(-2.5F, 0)) << "beyond the left edge";
}

}  // namespace
}  // namespace glassformer
