#include "app/gl/averages.h"

#include <gtest/gtest.h>

#include <cmath>

namespace glassformer {
namespace {

std::uint32_t gray(std::uint32_t v) {
  return 0xFF000000U | v << 16U | v << 8U | v;
}

TEST(Averages, OfFourPixels) {
  const std::vector<std::uint32_t> image{gray(0), gray(100), gray(200), gray(40)};
  const Halved half = halved(image.data(), 2, 2);
  EXPECT_EQ(half.width, 1);
  EXPECT_EQ(half.height, 1);
  ASSERT_EQ(half.rgba.size(), 1U);
  EXPECT_EQ(half.rgba[0], gray(85));
}

// Rounded, not cut: 0.75 and 0.5 are 1.
TEST(Averages, AreRounded) {
  for (const std::uint32_t ones : {1U, 2U, 3U}) {
    const std::vector<std::uint32_t> image{gray(1), gray(ones > 1 ? 1 : 0), gray(ones > 2 ? 1 : 0),
                                           gray(0)};
    EXPECT_EQ(halved(image.data(), 2, 2).rgba[0], gray(ones >= 2 ? 1 : 0)) << ones;
  }
  const std::vector<std::uint32_t> odd{gray(1), gray(1), gray(0)};  // two thirds
  EXPECT_EQ(halved(odd.data(), 3, 1).rgba[0], gray(1));
}

TEST(Averages, KeepTheMeanOfEveryShape) {
  for (int width = 1; width <= 9; ++width) {
    for (int height = 1; height <= 9; ++height) {
      std::vector<std::uint32_t> image;
      double sum = 0;
      for (int i = 0; i < width * height; ++i) {
        const auto value = static_cast<std::uint32_t>((i * 97 + 13) % 256);
        sum += value;
        image.push_back(gray(value));
      }
      const Halved half = halved(image.data(), width, height);
      EXPECT_EQ(half.width, std::max(1, width / 2));
      EXPECT_EQ(half.height, std::max(1, height / 2));
      double half_sum = 0;
      for (const std::uint32_t pixel : half.rgba) {
        half_sum += pixel & 0xFFU;
        EXPECT_EQ(pixel >> 24U, 0xFFU);
      }
      EXPECT_NEAR(half_sum / static_cast<double>(half.rgba.size()), sum / (width * height), 0.75)
          << width << " × " << height;
    }
  }
}

TEST(Averages, OneColourStaysThatColour) {
  const std::vector<std::uint32_t> image(35, 0xFF336699U);
  for (const std::uint32_t pixel : halved(image.data(), 7, 5).rgba) EXPECT_EQ(pixel, 0xFF336699U);
}

}  // namespace
}  // namespace glassformer
