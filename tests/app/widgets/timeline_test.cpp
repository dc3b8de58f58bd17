#include "app/widgets/timeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

using testing::inside;
using testing::overlapping_texts;
using testing::Screen;

TimelineSpec steps() {
  TimelineSpec spec;
  spec.titles = {"The words", "Queries, keys, values", "Scores", "Softmax", "Output"};
  spec.step = 2;
  return spec;
}

const Rect kArea{100, 900, 1200, 64};

TimelineTouch draw(Screen& screen, const TimelineSpec& spec, Rect area = kArea) {
  return screen.frame([&](Ui& ui) { return draw_timeline(ui, spec, area); });
}

TimelineTouch click(Screen& screen, const TimelineSpec& spec, Vec at) {
  screen.input.mouse = at;
  draw(screen, spec);
  screen.input.down = true;
  const TimelineTouch pressed = draw(screen, spec);
  screen.input.down = false;
  TimelineTouch released = draw(screen, spec);
  if (!released.step) released.step = pressed.step;
  return released;
}

TEST(Timeline, SaysWhereItStands) {
  Screen screen;
  draw(screen, steps());
  EXPECT_TRUE(screen.shows("Scores"));
  EXPECT_TRUE(screen.shows("3"));
  EXPECT_TRUE(screen.shows("of 5"));
}

TEST(Timeline, ButtonsStepAndPlay) {
  Screen screen;
  const float y = kArea.center().y;
  EXPECT_EQ(click(screen, steps(), {118, y}).step, 1);
  EXPECT_TRUE(click(screen, steps(), {160, y}).play);
  EXPECT_EQ(click(screen, steps(), {202, y}).step, 3);
  TimelineSpec last = steps();
  last.step = 4;
  EXPECT_FALSE(click(screen, last, {202, y}).step) << "there is nothing after the last";
  last.step = 0;
  EXPECT_FALSE(click(screen, last, {118, y}).step);
}

TEST(Timeline, TheLineIsClickedAndDragged) {
  Screen screen;
  const TimelineSpec spec = steps();
  draw(screen, spec);
  // Steps lie along the line in equal parts; find them by asking.
  const float y = kArea.bottom() - 14;
  EXPECT_EQ(click(screen, spec, {1290, y}).step, 4);
  screen.input.mouse = {260, y};
  draw(screen, spec);
  screen.input.down = true;
  EXPECT_EQ(draw(screen, spec).step, 0);
  screen.input.mouse = {1280, y - 300};
  EXPECT_EQ(draw(screen, spec).step, 4) << "held, it follows wherever the pointer is";
  screen.input.mouse = {-50, y};
  EXPECT_EQ(draw(screen, spec).step, 0);
}

TEST(Timeline, HoveringTellsTheTitleOfAnotherStep) {
  Screen screen;
  screen.input.mouse = {1280, kArea.bottom() - 14};
  draw(screen, steps());
  EXPECT_TRUE(screen.shows("Output"));
  EXPECT_FALSE(screen.shows("Scores"));
}

TEST(Timeline, FitsAnySizeAndAnyNumberOfSteps) {
  for (const float scale : {1.0F, 2.0F}) {
    for (const int count : {1, 2, 12, 300}) {
      for (const float h : {20.0F, 36.0F, 48.0F, 64.0F, 90.0F}) {
        for (const float w : {80.0F, 300.0F, 1400.0F}) {
          Screen screen(scale, false, {0, 0, 4000, 4000});
          TimelineSpec spec;
          for (int i = 0; i < count; ++i) spec.titles.push_back("A step with quite a long title");
          spec.step = count / 2;
          spec.built = 0.3F;
          const Rect area{10, 10, w * scale, h * scale};
          draw(screen, spec, area);
          EXPECT_EQ(overlapping_texts(screen.texts()), "") << w << " × " << h;
          for (const auto& text : screen.texts()) {
            EXPECT_GE(text.type.size, 14 * scale);
            EXPECT_TRUE(
                inside({area.x, area.y, area.w, std::max(area.h, 24 * scale)}, text.rect, 4))
                << w << " × " << h << " " << text.text;
          }
        }
      }
    }
  }
  Screen screen;
  draw(screen, {});
  EXPECT_TRUE(screen.canvas.commands().empty());
  TimelineSpec beyond = steps();
  beyond.step = 99;
  draw(screen, beyond);
  EXPECT_TRUE(screen.shows("Output"));
}

// The upright side of a triangle, and the tip on the side to which it leads.
TEST(Timeline, TrianglesPointWhereTheyLead) {
  Screen screen;
  draw(screen, steps());
  std::vector<Command> triangles;
  for (const Command& c : screen.canvas.commands()) {
    if (c.kind == Command::Kind::polygon && c.points.size() == 3) triangles.push_back(c);
  }
  ASSERT_EQ(triangles.size(), 3U) << "back, play, on";
  std::ranges::sort(triangles, {}, [](const Command& c) { return c.points[1].x; });
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto& at = triangles[i].points;
    EXPECT_EQ(at[0].x, at[2].x) << i;
    EXPECT_NEAR((at[0].y + at[2].y) / 2, at[1].y, 0.01F) << i;
    EXPECT_EQ(at[1].x > at[0].x, i > 0) << "the first alone leads back";
  }
}

}  // namespace
}  // namespace glassformer
