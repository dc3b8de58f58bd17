#include "app/kept/settings.h"

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
  EXPECT_TRUE(again.motion) << "where nobody turned it off, things move";
}

TEST(Settings, EachIsKept) {
  Settings all = first_settings();
  all.dark = all.presenter = all.mark_sign = true;
  all.lessons_shown = all.motion = false;
  all.where = Where::gpu;
  all.scale = 1.5;
  all.hints.erase(Hint::touch);
  all.folded = {"Words"};
  all.crash_seen = "a report";
  all.seen = {"softmax", "attention"};
  EXPECT_EQ(parse_settings(write_settings(all)), all);
  all.where = Where::cpu;
  EXPECT_EQ(parse_settings(write_settings(all)), all);
  EXPECT_EQ(parse_settings("no settings"), Settings{});
}

// Designed for 1600 × 1000: both sides must suit, in tenths, and beyond the double of it letters do
// not grow by themselves. What is chosen is never larger than the least window has room for.
TEST(Settings, SizesFollowTheWindow) {
  EXPECT_DOUBLE_EQ(scales_in(1600, 1000, 1).automatic, 1);
  EXPECT_NEAR(scales_in(2400, 1250, 1).automatic, 1.2, 1e-6) << "the lower side counts";
  EXPECT_NEAR(scales_in(2000, 2000, 1).automatic, 1.2, 1e-6);
  EXPECT_DOUBLE_EQ(scales_in(6400, 4000, 1).automatic, 2);
  EXPECT_DOUBLE_EQ(scales_in(800, 500, 1).automatic, 1);
  EXPECT_NEAR(scales_in(1920, 1500, 1).max, 2, 1e-6);
  Settings settings;
  EXPECT_FLOAT_EQ(ui_scale(settings, 3200, 2000, 2), 2) << "two pixels for one";
  settings.scale = 1.25;
  EXPECT_FLOAT_EQ(ui_scale(settings, 1600, 1000, 1), 1.25F);
  settings.presenter = true;
  settings.scale = 1;
  EXPECT_FLOAT_EQ(ui_scale(settings, 1600, 1000, 1), 1.6F);
  settings.scale = 4;
  EXPECT_FLOAT_EQ(ui_scale(settings, 1600, 1000, 1), 1000 / 600.0F) << "no larger than has room";
}

}  // namespace
}  // namespace glassformer
