#include "app/stage/measure.h"

#include <gtest/gtest.h>

#include "app/platform/picture_part.h"
#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

TEST(StageMeasure, AHeroIsHeldByAreaOrByItsShape) {
  const Rect stage{0, 0, 1000, 500};
  PartMeasure measure;
  measure.drawn = {0, 0, 900, 260};
  EXPECT_EQ(held_by(measure, stage, false, ""), "area");
  measure.drawn = {0, 0, 449, 451};
  EXPECT_EQ(held_by(measure, stage, false, ""), "") << "it could be stretched";
  EXPECT_EQ(held_by(measure, stage, true, ""), "height");
  measure.drawn = {0, 0, 901, 100};
  EXPECT_EQ(held_by(measure, stage, true, ""), "width");
  measure.drawn = {0, 0, 300, 100};
  EXPECT_EQ(held_by(measure, stage, true, "One short row."), "One short row.");
}

TEST(StageMeasure, GroundFrameGridAndWordsAreNoMarks) {
  const Theme theme = make_theme(false, 1);
  const Rect part{0, 0, 100, 100};
  Command c;
  c.kind = Command::Kind::fill;
  c.rect = {0, 0, 50, 50};
  c.color = theme.accent;
  EXPECT_TRUE(is_mark(c, theme, part));
  c.rect = {0, 0, 100, 95};
  EXPECT_FALSE(is_mark(c, theme, part)) << "a ground";
  c.rect = {0, 0, 50, 50};
  c.color = theme.panel;
  EXPECT_FALSE(is_mark(c, theme, part));
  c.color = theme.accent;
  c.kind = Command::Kind::frame;
  EXPECT_FALSE(is_mark(c, theme, part));
  c.kind = Command::Kind::text;
  EXPECT_FALSE(is_mark(c, theme, part));
  c.kind = Command::Kind::line;
  c.points = {{0, 0}, {9, 9}};
  EXPECT_TRUE(is_mark(c, theme, part));
  c.color = theme.rule;
  EXPECT_FALSE(is_mark(c, theme, part)) << "a line of the grid";
}

// What is measured from the commands is what is painted: where the hero's marks and words are
// taken away, the pixels differ within `drawn`, up to its edges, and nowhere else.
TEST(StageMeasure, WhatIsDrawnIsWhereThePixelsDiffer) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  options.painted = true;
  for (const auto& [lesson, step] :
       {std::pair{"self-attention-by-hand", 4}, {"walkthrough", 9}, {"heads", 4}}) {
    Driver d(lesson, options);
    d.session().step = step;
    d.session().enter_step();
    d.rest();
    const Canvas& canvas = d.app().canvas();
    const Theme theme = make_theme(false, 1);
    const auto parts = d.app().parts();
    ASSERT_FALSE(parts.empty());
    const DrawnPart& hero = parts.front();
    const Rect drawn =
        measure_part({canvas, theme, d.app().drawn()}, hero, d.session().run()->tape).drawn;
    // Moved over the screen, from where part_of() leaves it out.
    Canvas moved = canvas;
    const Rect place = hero.standing.rect;
    auto& commands = const_cast<std::vector<Command>&>(moved.commands());
    for (std::size_t i = hero.first; i < hero.last; ++i) {
      const bool text = commands[i].kind == Command::Kind::text;
      if (text || is_mark(commands[i], theme, place)) commands[i].layer = 1;
    }
    const Color background = d.app().background();
    const Rect window = canvas.whole();
    const auto whole = d.target().picture(part_of(canvas, window, 0, 1, false), background).rgba;
    const auto empty = d.target().picture(part_of(moved, window, 0, 1, false), background).rgba;
    ASSERT_EQ(whole.size(), empty.size());
    const int width = 1280, height = static_cast<int>(whole.size() / 4) / width;
    int left = width, top = height, right = -1, bottom = -1;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const std::size_t at = 4 * (static_cast<std::size_t>(y) * width + x);
        if (std::equal(&whole[at], &whole[at] + 3, &empty[at])) continue;
        left = std::min(left, x);
        top = std::min(top, y);
        right = std::max(right, x + 1);
        bottom = std::max(bottom, y + 1);
      }
    }
    // Letters do not fill their box.
    constexpr float kLetters = 14;
    EXPECT_NEAR(static_cast<float>(left), drawn.x, kLetters) << lesson;
    EXPECT_NEAR(static_cast<float>(top), drawn.y, kLetters) << lesson;
    EXPECT_NEAR(static_cast<float>(right), drawn.right(), kLetters) << lesson;
    EXPECT_NEAR(static_cast<float>(bottom), drawn.bottom(), kLetters) << lesson;
    EXPECT_GE(static_cast<float>(left), drawn.x - 1.5F) << lesson;
    EXPECT_LE(static_cast<float>(right), drawn.right() + 1.5F) << lesson;
  }
}

// A word that stands twice in the sentence is named twice; above the columns it names no row.
TEST(StageMeasure, CountsTheNamesThatFoundNoRoom) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  Driver d("heads", options);
  d.session().post(SetText{0, "the cat sees the dog", 1});
  d.rest();
  Canvas canvas = d.app().canvas();
  const Theme theme = make_theme(false, 1);
  const DrawnPart hero = d.app().parts().front();
  const auto dropped = [&] {
    return measure_part({canvas, theme, d.app().drawn()}, hero, d.session().run()->tape)
        .dropped_labels;
  };
  ASSERT_EQ(hero.shows, std::vector<std::string>{"encoder.0.self_attention.head.1.weights"});
  ASSERT_EQ(dropped(), 0);
  auto& commands = const_cast<std::vector<Command>&>(canvas.commands());
  std::vector<Command*> named;  // columns come before rows, or behind them
  for (std::size_t i = hero.first; i < hero.last; ++i)
    if (commands[i].text == "the") named.push_back(&commands[i]);
  ASSERT_EQ(named.size(), 4U) << "two rows and two columns";
  for (int gone = 0; gone < 4; ++gone) {
    named[static_cast<std::size_t>(gone)]->text = "th…";
    EXPECT_EQ(dropped(), gone + 1);
  }
}

}  // namespace
}  // namespace glassformer::testing
