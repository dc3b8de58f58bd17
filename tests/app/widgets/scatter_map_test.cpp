#include "app/widgets/scatter_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/tensor/rng.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

using testing::overlapping_texts;
using testing::Screen;

MapSpec stations() {
  MapSpec spec;
  spec.id = "map";
  spec.max_x = 12;
  spec.max_y = 8;
  spec.x_name = "km east";
  spec.y_name = "km north";
  spec.query_x = 5;
  spec.query_y = 4;
  spec.query_name = "here";
  spec.query_value = "17.1 °C";
  spec.points = {{2, 6, "Aalen", "12 °C", 0.5},
                 {9, 6, "Celle", "16 °C", 0.3},
                 {10, 1, "Dachau", "18 °C", 0.2}};
  return spec;
}

const Rect kArea{100, 50, 900, 560};  // wider than the map

MapTouch draw(Screen& screen, const MapSpec& spec, Rect area = kArea) {
  return screen.frame([&](Ui& ui) { return draw_map(ui, spec, area); });
}

// Middles of the coloured discs, as they are drawn: the stations in their order.
std::vector<Vec> discs(const Screen& screen) {
  std::vector<Vec> found;
  for (const auto& c : screen.canvas.commands()) {
    const bool disc = c.kind == Command::Kind::circle && !(c.color == screen.ui.theme.page);
    if (disc) found.push_back(c.rect.center());
  }
  return found;
}

TEST(Map, DistancesOnTheScreenAreDistances) {
  Screen screen;
  draw(screen, stations());
  const auto at = discs(screen);
  ASSERT_EQ(at.size(), 3U);
  const float across = at[1].x - at[0].x;  // 7 km
  const float down = at[2].y - at[1].y;    // 5 km
  EXPECT_NEAR(across / 7, down / 5, 0.01);
  EXPECT_NEAR(at[0].y, at[1].y, 0.01);
}

TEST(Map, WeightIsSeenInDiscAndLineAndRead) {
  Screen screen;
  draw(screen, stations());
  std::vector<float> thickness;
  for (const auto& c : screen.canvas.commands()) {
    if (c.kind == Command::Kind::line) thickness.push_back(c.thickness);
  }
  ASSERT_EQ(thickness.size(), 3U);
  EXPECT_GT(thickness[0], thickness[1]);
  EXPECT_GT(thickness[1], thickness[2]);
  EXPECT_TRUE(screen.shows("17.1 °C"));
  EXPECT_TRUE(screen.shows("12 °C")) << "no number that the line tells";
  Screen touching;
  MapSpec spec = stations();
  spec.touched = 0;
  draw(touching, spec);
  EXPECT_TRUE(touching.shows("12 °C × 0.500"));
  EXPECT_TRUE(touching.shows("16 °C"));
}

// Its unit stays as long on both axes.
TEST(Map, InAHighPlaceItShowsMoreAboveAndBelow) {
  const auto ground = [](const Screen& screen) { return screen.canvas.commands().front().rect; };
  Screen wide, high;
  draw(wide, stations(), {100, 50, 400, 280});
  draw(high, stations(), {100, 50, 400, 700});
  EXPECT_NEAR(ground(wide).w / ground(wide).h, 12.0F / 8, 0.01F);
  EXPECT_GT(ground(high).h, ground(high).w);
  EXPECT_LT(ground(high).h, 1.2F * ground(high).w) << "and no more than that";
  const auto at = discs(high);
  ASSERT_EQ(at.size(), 3U);
  EXPECT_NEAR((at[1].x - at[0].x) / 7, (at[2].y - at[1].y) / 5, 0.01F);
}

// In a place too narrow for what the query is, its name alone stands beside it, inside.
TEST(Map, NoLabelIsCutByTheEdge) {
  Screen screen;
  MapSpec spec = stations();
  spec.query_value = "(0.746, 0.914) of a long kind";
  const Rect area{100, 50, 220, 260};
  draw(screen, spec, area);
  EXPECT_TRUE(screen.shows("here"));
  for (const auto& text : screen.texts()) {
    EXPECT_GE(text.rect.x, text.clip.x) << text.text;
    EXPECT_LE(text.rect.right(), text.clip.right()) << text.text;
  }
}

TEST(Map, QueryAndStationsAreDraggedWithinThePlane) {
  Screen screen;
  const MapSpec spec = stations();
  draw(screen, spec);
  const auto at = discs(screen);
  const float unit = (at[1].x - at[0].x) / 7;
  const Vec query = at[0] + Vec{3 * unit, 2 * unit};

  screen.input.mouse = query + Vec{4, 3};  // a little beside its middle
  draw(screen, spec);
  screen.input.down = true;
  EXPECT_FALSE(draw(screen, spec).query) << "not moved yet";
  screen.input.mouse = screen.input.mouse + Vec{2 * unit, -unit};
  const auto moved = draw(screen, spec).query;
  ASSERT_TRUE(moved);
  EXPECT_NEAR(moved->first, 7, 0.01) << "it does not jump to the pointer";
  EXPECT_NEAR(moved->second, 5, 0.01);
  screen.input.mouse = {-5000, 9000};
  const auto out = draw(screen, spec).query;
  ASSERT_TRUE(out);
  EXPECT_EQ(*out, (std::pair<double, double>{0, 0}));
  screen.input.down = false;
  draw(screen, spec);

  screen.input.mouse = at[1];
  EXPECT_EQ(draw(screen, spec).hovered, 1);
  screen.input.down = true;
  draw(screen, spec);
  screen.input.mouse = at[1] + Vec{-unit, unit};
  const MapTouch touch = draw(screen, spec);
  ASSERT_TRUE(touch.moved);
  EXPECT_EQ(touch.moved->first, 1);
  EXPECT_NEAR(touch.moved->second.first, 8, 0.01);
  EXPECT_NEAR(touch.moved->second.second, 5, 0.01);
  EXPECT_FALSE(touch.query);
}

TEST(Map, OfTwoUnderThePointerTheFirstIsTouched) {
  Screen screen;
  MapSpec spec = stations();
  spec.points[1].x = spec.points[0].x;
  spec.points[1].y = spec.points[0].y;
  draw(screen, spec);
  screen.input.mouse = discs(screen)[0];
  EXPECT_EQ(draw(screen, spec).hovered, 0);
}

TEST(Map, LabelsNeverLieOverOneAnother) {
  for (const float scale : {1.0F, 2.0F}) {
    for (const int count : {3, 12, 60}) {
      for (const int touched : {-1, 2}) {
        Screen screen(scale, false, {0, 0, 4000, 4000});
        MapSpec spec = stations();
        Rng rng(7);
        for (int i = 3; i < count; ++i) {
          spec.points.push_back({12 * rng.uniform(), 8 * rng.uniform(),
                                 "station " + std::to_string(i), "12 °C", 1.0 / count});
        }
        spec.touched = touched;
        draw(screen, spec, {50, 50, 800 * scale, 600 * scale});
        EXPECT_EQ(overlapping_texts(screen.texts()), "") << count << " " << touched;
        for (const auto& text : screen.texts()) EXPECT_GE(text.type.size, 14 * scale);
        if (touched >= 0) {
          EXPECT_TRUE(screen.shows("Dachau"));
        }
      }
    }
  }
}

TEST(Map, SurvivesWhatIsEmptyOrFlat) {
  Screen screen;
  MapSpec spec;
  spec.id = "none";
  draw(screen, spec);
  spec.max_x = spec.min_x;
  draw(screen, spec);
  draw(screen, spec, {0, 0, 10, 10});
  spec = stations();
  spec.points[0].weight = std::nan("");
  spec.touched = 77;
  draw(screen, spec);
}

}  // namespace
}  // namespace glassformer
