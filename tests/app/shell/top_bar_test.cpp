#include "app/shell/top_bar.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/interaction/driver.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer::testing {
namespace {

// The bar of a lesson whose tokens are given, as wide as asked for: how many chips it shows, and
// where the last of them ends.
struct Chips {
  std::size_t shown = 0;
  float end = 0;
};

Chips chips_of(Driver& d, float width) {
  Screen screen(1, false, {0, 0, 3000, 100});
  TopBar bar;
  Settings settings;
  GraphicsCard none;
  ComputePanel computing([&]() -> const GraphicsCard& { return none; });
  ModelMenu models;
  screen.frame([&](Ui& ui) {
    bar.draw(ui, d.session(), settings, computing, models, {0, 0, width, 58});
    return 0;
  });
  Chips chips;
  for (const Command& c : screen.canvas.commands()) {
    if (c.kind != Command::Kind::frame || !(c.color == screen.ui.theme.rule) || c.rect.h != 30)
      continue;
    ++chips.shown;
    chips.end = c.rect.right();
  }
  return chips;
}

// What a bar has beyond its last chip when all of them have just enough room.
float spare(const char* lesson) {
  Driver d(lesson);
  const auto& sentences = d.session().run()->tokens;
  const std::size_t all = sentences[0].size() + sentences[1].size();
  float width = 600;
  while (width < 2500 && chips_of(d, width).shown < all) ++width;
  const Chips chips = chips_of(d, width);
  EXPECT_EQ(chips.shown, all) << lesson;
  return width - chips.end;
}

// Room stands between two sentences; behind the last chip of one alone it would be lost.
TEST(TopBar, OneSentenceNeedsNoMoreRoomBehindItThanTwo) {
  ASSERT_TRUE(Driver("self-attention-by-hand").session().run()->tokens[1].empty());
  EXPECT_NEAR(spare("self-attention-by-hand"), spare("bahdanau"), 2);
}

}  // namespace
}  // namespace glassformer::testing
