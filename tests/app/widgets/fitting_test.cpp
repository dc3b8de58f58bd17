#include "app/widgets/fitting.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

const std::string captain = "Donaudampfschifffahrtsgesellschaftskapitän";

std::vector<Command> drawn(testing::Screen& screen, const std::string& text, Rect place) {
  screen.frame([&](Ui& ui) {
    text_fitted(ui, place, text, {Face::text, 14}, ui.theme.ink);
    return 0;
  });
  return screen.texts();
}

TEST(TextFitted, KeepsBothEndsOfALongWordAndTheWordsAroundIt) {
  testing::Screen screen;
  const Rect place{10, 10, 220, 26};
  const auto texts = drawn(screen, "Neighbours of " + captain, place);
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_TRUE(texts[0].text.starts_with("Neighbours of Donau")) << texts[0].text;
  EXPECT_TRUE(texts[0].text.ends_with("tän")) << texts[0].text;
  EXPECT_TRUE(testing::inside(place, texts[0].rect)) << "nothing is told to be left out";
}

TEST(TextFitted, TellsTheWholeOfALongWordThatIsTouched) {
  testing::Screen screen;
  screen.input.mouse = {20, 20};
  drawn(screen, captain, {10, 10, 100, 26});
  EXPECT_TRUE(screen.shows(captain));
  screen.input.mouse = {20, 80};
  drawn(screen, captain, {10, 10, 100, 26});
  EXPECT_FALSE(screen.shows(captain));
}

// "a  + 3 more": a sign is no word, and none stands before the one that tells of more.
TEST(TextFitted, CountsTheWordsOfASumThatAreLeftOut) {
  testing::Screen screen;
  const std::string sum = "one + two + three + four + five + six";
  for (float width = 90; width < 230; width += 4) {
    const auto texts = drawn(screen, sum, {10, 10, width, 16});
    ASSERT_EQ(texts.size(), 1U);
    const std::string& text = texts[0].text;
    const std::size_t more = text.find("  + ");
    if (more == std::string::npos) continue;
    const std::string first = text.substr(0, more);
    EXPECT_FALSE(first.ends_with("+")) << text;
    const auto there = 1 + std::count(first.begin(), first.end(), '+');
    EXPECT_EQ(text.substr(more), "  + " + std::to_string(6 - there) + " more");
  }
  const auto texts = drawn(screen, sum, {10, 10, 150, 16});
  EXPECT_TRUE(texts[0].text.ends_with(" more")) << texts[0].text;
}

TEST(NameWidth, LeavesRoomBesideALongWord) {
  testing::Screen screen;
  const Type type{Face::text, 14};
  EXPECT_LE(name_width(screen.ui, captain, type), screen.ui.theme.px(150));
  EXPECT_FLOAT_EQ(name_width(screen.ui, "captain", type), screen.canvas.width("captain", type));
}

}  // namespace
}  // namespace glassformer
