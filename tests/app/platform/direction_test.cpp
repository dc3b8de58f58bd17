#include "app/platform/direction.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

using Order = std::vector<std::size_t>;

TEST(Direction, ALineReadsAsMostOfItsLetters) {
  EXPECT_FALSE(reads_right_to_left(U"a cat"));
  EXPECT_TRUE(reads_right_to_left(U"שלום"));
  EXPECT_TRUE(reads_right_to_left(U"القطة تحب Python كثيرا"));
  EXPECT_FALSE(reads_right_to_left(U"قطة looks at the mat")) << "a sentence of ours";
  EXPECT_FALSE(reads_right_to_left(U""));
  EXPECT_FALSE(reads_right_to_left(U"0.5 …"));
  EXPECT_FALSE(reads_right_to_left(U"\u200Eשלום")) << "a mark decides";
  EXPECT_TRUE(reads_right_to_left(U"\u200Fcat"));
}

TEST(Direction, NumbersRunFromTheLeftWithinWhatRunsFromTheRight) {
  const auto levels = direction_levels(U"של 12");
  ASSERT_EQ(levels.size(), 5U);
  EXPECT_EQ(levels, (std::vector<std::uint8_t>{1, 1, 1, 2, 2}));
  EXPECT_EQ(visual_order(levels), (Order{3, 4, 2, 1, 0}));
}

TEST(Direction, WhatOurQuotesHoldPullsNoNumberToItsOtherSide) {
  const std::u32string_view line = U"near “של” (25)";
  const auto levels = direction_levels(line);
  for (std::size_t i = 0; i < line.size(); ++i) {
    EXPECT_EQ(levels[i], line[i] >= 0x5D0 && line[i] <= 0x5EA ? 1 : 0) << i;
  }
  EXPECT_EQ(direction_levels(U"”““של").size(), 5U) << "quotes that do not pair";
}

TEST(Direction, BlanksAtTheEndStayOutside) {
  EXPECT_EQ(direction_levels(U"abc של  ").back(), 0);
}

TEST(Direction, TurnsPiecesRoundByTheirLevels) {
  EXPECT_EQ(visual_order({}), (Order{}));
  EXPECT_EQ(visual_order({0, 0, 0}), (Order{0, 1, 2}));
  EXPECT_EQ(visual_order({1, 1, 1}), (Order{2, 1, 0}));
  EXPECT_EQ(visual_order({0, 1, 1, 0, 1}), (Order{0, 2, 1, 3, 4}));
  EXPECT_EQ(visual_order({1, 2, 2, 1}), (Order{3, 1, 2, 0}));
}

TEST(Direction, MirrorsBrackets) {
  EXPECT_EQ(mirrored(U'('), U')');
  EXPECT_EQ(mirrored(U'a'), U'a');
}

}  // namespace
}  // namespace glassformer
