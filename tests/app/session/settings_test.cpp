#include "app/settings.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

double read_scale(const std::string& scale) {
  return parse_settings(R"({"scale": )" + scale + "}").scale;
}

TEST(Settings, KeepTheSmallestAndTheLargestSize) {
  const double usual = Settings{}.scale;
  EXPECT_EQ(read_scale("0.75"), 0.75);
  EXPECT_EQ(read_scale("4"), 4);
  EXPECT_EQ(read_scale("0.74"), usual);
  EXPECT_EQ(read_scale("4.01"), usual);
  EXPECT_EQ(read_scale("\"large\""), usual);
}

TEST(Settings, AreWrittenAndReadAgain) {
  Settings settings;
  settings.scale = 4;
  settings.dark = settings.mark_sign = true;
  const Settings again = parse_settings(write_settings(settings));
  EXPECT_EQ(again.scale, 4);
  EXPECT_TRUE(again.dark);
  EXPECT_TRUE(again.mark_sign);
}

}  // namespace
}  // namespace glassformer
