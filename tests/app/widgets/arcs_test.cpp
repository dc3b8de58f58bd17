#include "app/widgets/arcs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/tensor/rng.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

using testing::inside;
using testing::overlapping_texts;
using testing::Screen;

const Mat kWeights{{0.7, 0.2, 0.1, 0}, {0.005, 0.5, 0.475, 0.02}, {0.25, 0.25, 0.25, 0.25}};

ArcsSpec spec_of(const Mat& weights) {
  ArcsSpec spec;
  for (int q = 0; q < weights.rows(); ++q) spec.queries.push_back("query" + std::to_string(q));
  for (int k = 0; k < weights.cols(); ++k) spec.keys.push_back("key" + std::to_string(k));
  spec.heads = {{&weights, rgb(0x0a7d84), true}};
  return spec;
}

ArcsTouch draw(Screen& screen, const ArcsSpec& spec, Rect area) {
  return screen.frame([&](Ui& ui) { return draw_arcs(ui, spec, area); });
}

std::vector<Command> lines(const Screen& screen) {
  std::vector<Command> found;
  for (const auto& c : screen.canvas.commands()) {
    if (c.kind == Command::Kind::bezier) found.push_back(c);
  }
  return found;
}

TEST(Arcs, DrawsALineForEachWeightThatCanBeSeenThickerForMore) {
  Screen screen;
  draw(screen, spec_of(kWeights), {0, 0, 500, 300});
  const auto found = lines(screen);
  EXPECT_EQ(found.size(), 10U) << "0 and 0.005 are not seen";
  for (std::size_t i = 1; i < found.size(); ++i) {
    EXPECT_GE(found[i].thickness, found[i - 1].thickness) << "the strong over the faint";
    EXPECT_GE(found[i].color.a, found[i - 1].color.a);
    if (found[i].thickness > found[i - 1].thickness) continue;
    EXPECT_GT(found[i].points.back().y, found[i - 1].points.back().y) << "of equal ones the order";
  }
}

TEST(Arcs, ATouchedTokenKeepsItsLinesAndSaysItsWeights) {
  Screen screen;
  ArcsSpec spec = spec_of(kWeights);
  spec.touched_query = 1;
  draw(screen, spec, {0, 0, 500, 300});
  int strong = 0;
  for (const auto& line : lines(screen)) strong += line.color.a > 60 ? 1 : 0;
  EXPECT_EQ(strong, 3);
  for (const char* text : {"0.005", "0.5", "0.475", "0.02"})
    EXPECT_TRUE(screen.shows(text)) << text;
  spec.touched_query = -1;
  spec.touched_key = 0;
  draw(screen, spec, {0, 0, 500, 300});
  for (const char* text : {"0.7", "0.005", "0.25"}) EXPECT_TRUE(screen.shows(text)) << text;
}

TEST(Arcs, TokensAndLinesAreTouched) {
  Screen screen;
  const ArcsSpec spec = spec_of(kWeights);
  const Rect area{0, 0, 500, 300};
  draw(screen, spec, area);
  Vec query1, key2;
  for (const auto& text : screen.texts()) {
    if (text.text == "query1") query1 = text.rect.center();
    if (text.text == "key2") key2 = text.rect.center();
  }
  screen.input.mouse = query1;
  ArcsTouch touch = draw(screen, spec, area);
  EXPECT_EQ(touch.query, 1);
  EXPECT_EQ(touch.key, -1);
  screen.input.mouse = key2;
  touch = draw(screen, spec, area);
  EXPECT_EQ(touch.query, -1);
  EXPECT_EQ(touch.key, 2);
  // Half way along the line of the strongest weight.
  screen.input.mouse = {0, 0};
  draw(screen, spec, area);
  const auto strongest = lines(screen).back().points;
  screen.input.mouse = {(strongest[0].x + strongest[3].x) / 2,
                        (strongest[0].y + strongest[3].y) / 2};
  touch = draw(screen, spec, area);
  EXPECT_EQ(touch.query, 0);
  EXPECT_EQ(touch.key, 0);
  EXPECT_TRUE(screen.shows("query0 → key0  0.7"));
}

TEST(Arcs, LabelsNeverOverlapWhateverTheHeight) {
  const Mat m = normal({40, 40}, 1, 4);
  Mat weights(40, 40);
  for (int q = 0; q < 40; ++q) {
    double sum = 0;
    for (int k = 0; k < 40; ++k) sum += std::exp(static_cast<double>(3 * m(q, k)));
    for (int k = 0; k < 40; ++k) {
      weights(q, k) = static_cast<Real>(std::exp(static_cast<double>(3 * m(q, k))) / sum);
    }
  }
  for (const float scale : {1.0F, 2.0F}) {
    for (float height = 60; height < 1000; height *= 1.4F) {
      for (const int touched : {-1, 7, 39}) {
        Screen screen(scale, false, {0, 0, 4000, 4000});
        ArcsSpec spec = spec_of(weights);
        spec.touched_query = touched;
        const Rect area{100, 100, 520 * scale, height * scale};
        draw(screen, spec, area);
        EXPECT_EQ(overlapping_texts(screen.texts()), "") << height << " " << touched;
        for (const auto& text : screen.texts()) {
          EXPECT_GE(text.type.size, 14 * scale);
          EXPECT_TRUE(inside(area, text.rect, 12 * scale)) << text.text;
        }
        if (touched >= 0) {
          EXPECT_TRUE(screen.shows("query" + std::to_string(touched)));
        }
      }
    }
  }
}

TEST(Arcs, EachHeadHasItsColourAndCanBeOff) {
  Screen screen;
  ArcsSpec spec = spec_of(kWeights);
  const Mat other{{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}};
  spec.heads.push_back({&other, rgb(0xcc0000), true});
  draw(screen, spec, {0, 0, 500, 300});
  EXPECT_EQ(lines(screen).size(), 13U);
  spec.heads[0].on = false;
  draw(screen, spec, {0, 0, 500, 300});
  ASSERT_EQ(lines(screen).size(), 3U);
  EXPECT_EQ(lines(screen).front().color.r, 0xcc);
}

TEST(Arcs, ColoursOfHeadsNeverRepeat) {
  for (const bool dark : {false, true}) {
    const Theme theme = make_theme(dark, 1);
    std::set<std::uint32_t> seen;
    float least = 1, most = 0;
    for (int head = 0; head < 64; ++head) {
      const Color c = head_color(theme, head);
      seen.insert(static_cast<std::uint32_t>(c.r) << 16U | static_cast<std::uint32_t>(c.g) << 8U |
                  c.b);
      least = std::min(least, luminance(c));
      most = std::max(most, luminance(c));
    }
    EXPECT_EQ(seen.size(), 64U);
    EXPECT_LT(most / least, 1.7F) << "one lightness";
  }
}

TEST(Arcs, SurvivesWhatIsEmptyOrDoesNotFit) {
  Screen screen;
  draw(screen, {}, {0, 0, 100, 100});
  ArcsSpec spec = spec_of(kWeights);
  spec.heads.push_back({nullptr, {}, true});
  spec.queries.resize(9, "more");
  spec.touched_query = 8;
  draw(screen, spec, {0, 0, 30, 10});
  draw(screen, spec, {0, 0, 0, 0});
}

}  // namespace
}  // namespace glassformer
