#include "app/widgets/point_names.h"

#include <gtest/gtest.h>

#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

using testing::overlapping_texts;
using testing::Screen;

constexpr Rect kArea{0, 0, 400, 300};

PointNames::Name named(const Ui& ui, const std::string& text, Vec at) {
  return {text, ui.theme.small(), ui.theme.ink, at, kArea.center()};
}

TEST(PointNames, OfPointsThatLieTogetherAreAllReadAndNoneLiesOnAnother) {
  Screen screen;
  screen.frame([](Ui& ui) {
    PointNames names(ui, kArea, ui.theme.page);
    for (const char* word : {"toronto", "montreal", "canadiens", "maple_leafs"}) {
      names.draw(named(ui, word, {260, 150}), 8);
    }
    return 0;
  });
  EXPECT_EQ(screen.texts().size(), 4U);
  EXPECT_EQ(overlapping_texts(screen.texts()), "");
}

TEST(PointNames, KeepOffTheLines) {
  Screen screen;
  screen.frame([](Ui& ui) {
    PointNames names(ui, kArea, ui.theme.page);
    names.add_line({0, 150}, {400, 150});  // where the first choice would be
    names.draw(named(ui, "fox", {300, 150}), 8);
    return 0;
  });
  ASSERT_EQ(screen.texts().size(), 1U);
  const Rect box = screen.texts()[0].rect;
  EXPECT_TRUE(box.bottom() < 150 || box.y > 150);
}

TEST(PointNames, StayInTheAreaAndGiveUpWhereItIsFull) {
  Screen screen;
  screen.frame([](Ui& ui) {
    PointNames names(ui, kArea, ui.theme.page);
    for (int i = 0; i < 200; ++i) names.draw(named(ui, "word", {395, 295}), 8);
    return 0;
  });
  EXPECT_GT(screen.texts().size(), 2U);
  EXPECT_LT(screen.texts().size(), 200U);
  EXPECT_EQ(overlapping_texts(screen.texts()), "");
  for (const Command& text : screen.texts()) {
    EXPECT_GE(text.rect.x, kArea.x);
    EXPECT_LE(text.rect.bottom(), kArea.bottom() + 0.5F);
  }
}

}  // namespace
}  // namespace glassformer
