#include "app/widgets/curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "app/widgets/plot_axes.h"
#include "app/widgets/spread.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

using testing::inside;
using testing::overlapping_texts;
using testing::Screen;

TEST(Ticks, AreRoundAndInsideAndNoMoreThanWanted) {
  EXPECT_EQ(ticks(0, 10, 5), (std::vector<double>{0, 5, 10}));
  EXPECT_EQ(ticks(0, 1, 6), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  EXPECT_EQ(ticks(-3, 3, 4), (std::vector<double>{-2, 0, 2}));
  EXPECT_TRUE(ticks(1, 1, 5).empty());
  EXPECT_TRUE(ticks(2, 1, 5).empty());
  EXPECT_TRUE(ticks(0, std::nan(""), 5).empty());
  for (const double least : {-7.3, 0.0, 1e-9, 12345.6}) {
    for (const double range : {1e-6, 0.37, 12.0, 9.9e7}) {
      for (int wanted = 1; wanted < 12; ++wanted) {
        const auto found = ticks(least, least + range, wanted);
        EXPECT_LE(found.size(), static_cast<std::size_t>(wanted));
        if (wanted >= 3) {
          EXPECT_GE(found.size(), 1U) << least << " " << range << " " << wanted;
        }
        for (const double tick : found) {
          EXPECT_GE(tick, least - range * 1e-6);
          EXPECT_LE(tick, least + range * (1 + 1e-6));
        }
      }
    }
  }
}

TEST(Ticks, OfAnAxisAreTwoAtLeast) {
  const PlotAxis loss{0, 4.2, false, 0, 60};
  EXPECT_EQ(ticks(0, 4.2, 2).size(), 1U) << "0 alone does not say how large anything is";
  EXPECT_EQ(loss.ticks(2), (std::vector<double>{0, 2, 4}));
}

TEST(Ticks, OfALogAxisArePowersOfTen) {
  PlotAxis axis{64, 8192, true, 0, 500};
  EXPECT_EQ(axis.ticks(5), (std::vector<double>{100, 200, 500, 1000, 2000, 5000}));
  EXPECT_EQ(axis.ticks(3), (std::vector<double>{100, 1000}));
  axis = {1e-9, 1e9, true, 0, 500};
  EXPECT_LE(axis.ticks(6).size(), 7U);
  EXPECT_GE(axis.ticks(6).size(), 3U);
  axis = {2, 170'000, true, 0, 100};
  EXPECT_EQ(axis.ticks(2), (std::vector<double>{100, 10'000})) << "1 lies outside";
  axis = {3, 4, true, 0, 500};
  EXPECT_GE(axis.ticks(5).size(), 2U) << "no power of ten between: plain ticks";
  EXPECT_NEAR(axis.value(axis.at(3.3)), 3.3, 1e-5);
}

TEST(Spread, SetsLabelsApartWithTheLeastMoves) {
  EXPECT_EQ(spread_labels({50, 50}, 20, 0, 100), (std::vector<float>{40, 60}));
  EXPECT_EQ(spread_labels({60, 10}, 20, 0, 100), (std::vector<float>{60, 10}))
      << "left where they are";
  EXPECT_EQ(spread_labels({0, 2}, 20, 0, 100), (std::vector<float>{10, 30}));
  EXPECT_EQ(spread_labels({100, 100, 100}, 20, 0, 100), (std::vector<float>{50, 70, 90}));
  EXPECT_TRUE(spread_labels({}, 20, 0, 100).empty());
  const auto crowded = spread_labels({50, 50, 50, 50, 50, 50, 50}, 20, 0, 100);
  for (const float y : crowded) {
    EXPECT_GE(y, 10);
    EXPECT_LE(y, 90);
  }
}

CurveSpec memory() {
  CurveSpec spec;
  spec.id = "memory";
  spec.x_name = "tokens";
  spec.y_name = "MiB";
  Curve square{"E and A", rgb(0xff0000), {}, {}, true};
  Curve line{"Q, K and V", rgb(0x00ff00), {}, {}, true};
  Curve twin{"the same again", rgb(0x0000ff), {}, {}, false};
  for (double n = 64; n <= 8192; n *= 2) {
    square.x.push_back(n);
    square.y.push_back(n * n / 131072);
    line.x.push_back(n);
    line.y.push_back(n / 1024);
  }
  twin.x = line.x;
  twin.y = line.y;
  spec.curves = {square, line, twin};
  return spec;
}

CurveTouch draw(Screen& screen, const CurveSpec& spec, Rect area) {
  return screen.frame([&](Ui& ui) { return draw_curve(ui, spec, area); });
}

TEST(Curve, WritesTheNumbersOfAnAxisAlike) {
  for (const auto& [most, written, other] :
       {std::tuple{170'000.0, "100\u2009000", "10⁵"}, std::tuple{5e6, "10⁴", "10\u2009000"}}) {
    Screen screen;
    CurveSpec spec = memory();
    spec.curves = {{"softmax", {}, {1, most}, {1, most}}};
    spec.log_x = spec.log_y = true;
    draw(screen, spec, {50, 50, 900, 700});
    EXPECT_TRUE(screen.shows(written)) << most;
    EXPECT_FALSE(screen.shows(other)) << most;
  }
}

TEST(Curve, NothingOverlapsInAnySizeAndScale) {
  for (const float scale : {1.0F, 2.0F}) {
    for (const bool log : {false, true}) {
      for (float w = 260; w < 1200; w *= 1.35F) {
        for (float h = 160; h < 900; h *= 1.5F) {
          Screen screen(scale, false, {0, 0, 4000, 4000});
          CurveSpec spec = memory();
          spec.log_x = spec.log_y = log;
          spec.marker_x = 512;
          const Rect area{50, 50, w * scale, h * scale};
          draw(screen, spec, area);
          EXPECT_EQ(overlapping_texts(screen.texts()), "") << w << " × " << h << " " << scale;
          for (const auto& text : screen.texts()) {
            EXPECT_GE(text.type.size, 14 * scale);
            EXPECT_TRUE(inside(area, text.rect, 16 * scale)) << text.text;
          }
          EXPECT_TRUE(screen.shows("tokens"));
          EXPECT_TRUE(screen.shows("MiB"));
        }
      }
    }
  }
}

TEST(Curve, ReadsTheValuesUnderThePointer) {
  Screen screen;
  CurveSpec spec = memory();
  spec.log_x = spec.log_y = true;
  const Rect area{0, 0, 800, 500};
  EXPECT_FALSE(draw(screen, spec, area).x);
  Vec at;
  for (const auto& c : screen.canvas.commands()) {
    if (c.kind == Command::Kind::polyline && c.color == rgb(0xff0000)) at = c.points[4];  // 1024
  }
  screen.input.mouse = at + Vec{3, 20};
  const CurveTouch touch = draw(screen, spec, area);
  ASSERT_TRUE(touch.x);
  EXPECT_NEAR(*touch.x, 1024, 40);
  EXPECT_TRUE(screen.shows("1024"));
  EXPECT_TRUE(screen.shows("8")) << "1024² / 131072";
  EXPECT_EQ(screen.count("1"), 3) << "the tick, and both lower curves";
}

TEST(Curve, NamesEveryCurveOrSaysHowManyItDoesNot) {
  for (const auto& [curves, left_out] : {std::pair{10, 0}, std::pair{40, 25}}) {
    Screen screen;
    CurveSpec spec;
    for (int i = 0; i < curves; ++i) {
      const std::string name(1, static_cast<char>('A' + i));
      spec.curves.push_back({name, rgb(0xff0000), {0, 1}, {1.0 * i, 2.0 * i}, true});
    }
    const Rect area{50, 50, 340, 170};
    draw(screen, spec, area);
    int named = 0;
    for (const Curve& curve : spec.curves) named += screen.shows(curve.name) ? 1 : 0;
    EXPECT_EQ(named, curves - left_out);
    EXPECT_EQ(screen.shows(std::to_string(left_out) + " more"), left_out > 0);
    for (const auto& text : screen.texts()) EXPECT_TRUE(inside(area, text.rect, 16)) << text.text;
  }
}

TEST(Curve, GapsInTheNumbersAreGapsInTheLine) {
  Screen screen;
  CurveSpec spec;
  spec.curves = {{"c", rgb(0xff0000), {0, 1, 2, 3, 4, 5}, {1, 2, std::nan(""), 3, 4, 5}, false}};
  draw(screen, spec, {0, 0, 500, 300});
  EXPECT_EQ(screen.count(Command::Kind::polyline), 2);
  spec.log_y = true;
  spec.curves[0].y = {-1, 0, 1, 2, 3, std::numeric_limits<double>::infinity()};
  draw(screen, spec, {0, 0, 500, 300});
  EXPECT_EQ(screen.count(Command::Kind::polyline), 1);
}

TEST(Curve, ThousandsOfPointsBecomeAsManyAsThePixelsShow) {
  Screen screen;
  CurveSpec spec;
  Curve curve{"loss", rgb(0xff0000), {}, {}, false};
  for (int i = 0; i < 100000; ++i) {
    curve.x.push_back(i);
    curve.y.push_back(std::sin(i * 0.37) + (i == 54321 ? 9 : 0));
  }
  spec.curves = {curve};
  draw(screen, spec, {0, 0, 500, 300});
  for (const auto& c : screen.canvas.commands()) {
    if (c.kind != Command::Kind::polyline) continue;
    EXPECT_LT(c.points.size(), 2200U);
    float top = 1e9F;
    for (const Vec p : c.points) top = std::min(top, p.y);
    EXPECT_LT(top, 80) << "the one peak is kept";
  }
}

TEST(Curve, SurvivesWhatIsEmptyOrConstant) {
  Screen screen;
  CurveSpec spec;
  draw(screen, spec, {0, 0, 500, 300});
  spec.curves = {{"", rgb(0), {}, {}, false}, {"c", rgb(0), {1}, {5}, false}};
  draw(screen, spec, {0, 0, 500, 300});
  EXPECT_EQ(overlapping_texts(screen.texts()), "");
  spec.curves = {{"c", rgb(0), {1, 2, 3}, {5, 5}, true}};
  spec.log_x = spec.log_y = true;
  spec.marker_x = -1;
  draw(screen, spec, {0, 0, 500, 300});
  draw(screen, spec, {0, 0, 20, 10});
}

}  // namespace
}  // namespace glassformer
