#include "app/widgets/fitting.h"

#include <gtest/gtest.h>

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

TEST(NameWidth, LeavesRoomBesideALongWord) {
  testing::Screen screen;
  const Type type{Face::text, 14};
  EXPECT_LE(name_width(screen.ui, captain, type), screen.ui.theme.px(150));
  EXPECT_FLOAT_EQ(name_width(screen.ui, "captain", type), screen.canvas.width("captain", type));
}

}  // namespace
}  // namespace glassformer
