#include "app/widgets/matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/tensor/rng.h"
#include "core/text/number_format.h"
#include "tests/app/widgets/drawn_matrix.h"

namespace glassformer {
namespace {

using testing::counted;
using testing::draw;
using testing::Drawn;
using testing::inside;
using testing::kWide;
using testing::middle;
using testing::Screen;
using testing::spec_of;

TEST(Matrix, ShowsWhatItIs) {
  const Mat m{{1, 0.5, -INFINITY}, {0.8807970, std::nan(""), 112}};
  Screen screen;
  MatrixSpec spec = spec_of(m);
  spec.cols.name = "d_k";
  draw(screen, spec, 60);
  for (const char* text :
       {"Q", "K", "2 × 3", "1", "0.5", "−∞", "0.9", "—", "112", "query", "d", "k"}) {
    EXPECT_TRUE(screen.shows(text)) << text;
  }
  spec.transposed = true;
  draw(screen, spec, 60);
  EXPECT_TRUE(screen.shows("3 × 2"));
}

TEST(Matrix, ATypedNumberKeepsItsDigitsBesideLargeOnes) {
  Screen screen;
  draw(screen, spec_of(Mat{{1, 96, 9.5}, {1, 672, 9.5}}), 60);
  for (const char* text : {"1", "96", "9.5", "672"}) EXPECT_TRUE(screen.shows(text)) << text;
  Screen narrow;  // the numbers have room, a 672.88 would not
  draw(narrow, spec_of(Mat{{1, 96, 9.5}, {1, 672, 9.5}}), 46);
  for (const char* text : {"1", "96", "9.5", "672"}) EXPECT_TRUE(narrow.shows(text)) << text;
  EXPECT_FALSE(narrow.shows("10"));
}

TEST(Matrix, NumbersGoWithinTheirCellWhateverItsWidth) {
  Mat m = normal({6, 6}, 30, 5);
  m(0, 0) = -1.2345e-7F;
  m(1, 1) = 0.0387F;
  m(2, 2) = -0.0041F;
  for (const float scale : {1.0F, 2.0F}) {
    for (float cell = 30; cell < 140; cell += 3) {
      Screen screen(scale, false, kWide);
      MatrixSpec spec = spec_of(m);
      spec.show_row_labels = spec.show_col_labels = false;
      spec.symbol.clear();
      const Drawn d = draw(screen, spec, cell * scale);
      int numbers = 0;
      for (const auto& text : screen.texts()) {
        if (!d.layout.cells.contains(text.rect.center())) continue;
        ++numbers;
        const int row = static_cast<int>((text.rect.center().y - d.layout.cells.y) / d.layout.cell);
        const int col = static_cast<int>((text.rect.center().x - d.layout.cells.x) / d.layout.cell);
        const Vec at = middle(d.layout, row, col);
        EXPECT_TRUE(inside(
            {at.x - d.layout.cell / 2, at.y - d.layout.cell / 2, d.layout.cell, d.layout.cell},
            text.rect))
            << text.text << " in " << cell;
        EXPECT_NEAR(text.rect.center().x, at.x, 0.6) << "centred";
      }
      EXPECT_GE(numbers, cell < 36 ? 20 : 34);
    }
  }
}

TEST(Matrix, AllNumbersDoWithoutTheirZeroWhereOneHasNoRoomForIt) {
  const Mat m{{-0.31812F, 0.0541F}, {0.5F, -0.98F}, {-1.54F, 0.002F}};
  MatrixSpec spec = spec_of(m);
  spec.aspect = 2;
  Screen screen;
  draw(screen, spec, 18);  // five characters have no room, four have
  for (const char* text : {"−.32", ".05", ".50", "−.98", "−1.5"}) {
    EXPECT_TRUE(screen.shows(text)) << text;
  }
  draw(screen, spec, 40);
  for (const char* text : {"−0.32", "0.05", "0.50", "−0.98", "−1.54", "·"}) {
    EXPECT_TRUE(screen.shows(text)) << text;
  }
}

TEST(Matrix, WhatRoundsToNothingIsADotAndItsLegend) {
  const Mat m{{0.99F, 1e-6F}, {3e-5F, 0}};
  Screen screen;
  draw(screen, spec_of(m, Role::probability), 200);
  EXPECT_TRUE(screen.shows("0.990"));
  EXPECT_EQ(screen.count("·"), 2);
  EXPECT_TRUE(screen.shows("0")) << "what is nothing is written";
  EXPECT_TRUE(screen.shows("· below 0.0005"));
  const Mat without{{0.99F, 0.01F}};
  draw(screen, spec_of(without, Role::probability), 200);
  EXPECT_FALSE(screen.shows("· below 0.0005"));
}

TEST(Matrix, TinyNumbersShareAPowerOfTen) {
  const Mat m{{4.2e-6F, -1.5e-6F}, {2e-7F, 1e-9F}};
  Screen screen;
  draw(screen, spec_of(m), 160);
  for (const char* text : {"4.20", "−1.50", "0.20", "·"}) EXPECT_TRUE(screen.shows(text)) << text;
  EXPECT_TRUE(screen.shows("× 10⁻⁶, · within ±0.005"));
  for (const auto& text : screen.texts()) EXPECT_EQ(text.text.find("e−"), std::string::npos);
}

TEST(Matrix, InkReadsOnEveryColour) {
  for (const bool dark : {false, true}) {
    for (const Role role : {Role::score, Role::probability}) {
      Mat m(1, 11);
      for (int c = 0; c < 11; ++c) {
        m(0, c) = static_cast<Real>(role == Role::score ? c - 5 : 0.1 * c);
      }
      Screen screen(1, dark, kWide);
      MatrixSpec spec = spec_of(m, role);
      spec.show_row_labels = spec.show_col_labels = false;
      const Drawn d = draw(screen, spec, 60);
      for (const auto& text : screen.texts()) {
        if (!d.layout.cells.contains(text.rect.center())) continue;
        Color below;
        for (const auto& c : screen.canvas.commands()) {
          if (c.kind == Command::Kind::fill && c.rect.contains(text.rect.center())) below = c.color;
        }
        const float a = luminance(text.color) + 0.05F, b = luminance(below) + 0.05F;
        EXPECT_GE(std::max(a, b) / std::min(a, b), 4) << text.text << (dark ? " dark" : "");
      }
    }
  }
}

// 0.29 · 100 is a little less than 29 in binary.
TEST(Matrix, ANumberHasNoMoreDigitsThanItNeeds) {
  const Mat m{{0.29F, 0.5F}};
  Screen screen;
  draw(screen, spec_of(m), 60);
  EXPECT_TRUE(screen.shows("0.29"));
  EXPECT_TRUE(screen.shows("0.50"));
}

// 1.0013 is the sum of weights that were printed with four decimals: 1.00 would deny it.
TEST(Matrix, ASumOfTypedNumbersIsWrittenWholeWhereThereIsRoom) {
  const Mat m{{0.505F, 0.3003F, 0.3F + 0.5F + 0.19F + 0.0113F}};
  Screen wide, narrow;
  draw(wide, spec_of(m), 90);
  EXPECT_TRUE(wide.shows("0.5050"));
  EXPECT_TRUE(wide.shows("1.0013"));
  draw(narrow, spec_of(m), 40);
  EXPECT_FALSE(narrow.shows("1.0013"));
}

// Though one weight is 1, the others have three decimals.
TEST(Matrix, WeightsKeepTheirDigits) {
  const Mat m{{1, 0.33333F, 0.0041F, 0}};
  Screen screen;
  draw(screen, spec_of(m, Role::probability), 90);
  EXPECT_TRUE(screen.shows("0.333"));
  EXPECT_TRUE(screen.shows("0.004"));
  EXPECT_TRUE(screen.shows("0"));
}

TEST(Matrix, OnlyWhatIsBelowZeroHasTheMarkOfANegative) {
  const auto fills = [](Real cell, bool marked) {
    const Mat m{{cell, 1}};
    Screen screen;
    screen.ui.theme.mark_sign = marked;
    draw(screen, spec_of(m), 60);
    return screen.count(Command::Kind::fill);
  };
  EXPECT_EQ(fills(-0.5, true), fills(-0.5, false) + 1);
  EXPECT_EQ(fills(0, true), fills(0, false));
  EXPECT_EQ(fills(0.5, true), fills(0.5, false));
}

TEST(Matrix, LabelsStayAtTheEdgeWhenScrolledAway) {
  const Mat m = normal({300, 300}, 1, 9);
  Screen screen;
  const Drawn d = draw(screen, spec_of(m), 50, {-5000, -5000});
  const int row = static_cast<int>((500 - d.layout.cells.y) / 50);
  bool found = false;
  for (const auto& text : screen.texts()) {
    found = found || (text.text == std::to_string(row + 1) && text.rect.x < 60);
  }
  EXPECT_TRUE(found) << row;
}

TEST(Matrix, BuildsCellByCellAndHidesWhatIsGuessed) {
  const Mat m = counted(3, 4);
  Screen screen;
  MatrixSpec spec = spec_of(m);
  spec.show_row_labels = spec.show_col_labels = false;
  spec.revealed = 5;
  const Drawn d = draw(screen, spec, 60);
  EXPECT_TRUE(screen.shows("100")) << "the fifth cell";
  EXPECT_FALSE(screen.shows("101"));
  screen.input.mouse = middle(d.layout, 1, 1);
  EXPECT_FALSE(draw(screen, spec, 60).touch.hovered) << "what is not made cannot be touched";
  spec.transposed = true;
  draw(screen, spec, 60);
  EXPECT_TRUE(screen.shows("100"));
  EXPECT_FALSE(screen.shows("101"));
  spec.revealed = -1;
  spec.hidden = {{2, 3}};
  draw(screen, spec, 60);
  EXPECT_FALSE(screen.shows("203"));
  EXPECT_EQ(screen.count("?"), 1);
}

TEST(Matrix, AGuessedCellIsHiddenFromEyesInEverySize) {
  Mat m(4, 4);
  m(2, 1) = 1;
  MatrixSpec spec = spec_of(m);
  spec.hidden = {{2, 1}};
  for (const float cell : {6.0F, 20.0F, 60.0F}) {
    Screen screen;
    Drawn d = draw(screen, spec, cell);
    screen.input.mouse = middle(d.layout, 2, 1);
    d = draw(screen, spec, cell);
    for (const auto& c : screen.canvas.commands()) {
      EXPECT_EQ(c.text.find("1.0"), std::string::npos);
      const bool over = c.kind == Command::Kind::fill &&
                        c.rect.inset(-0.5F).contains(middle(d.layout, 2, 1)) && c.layer == 0;
      if (over) {
        EXPECT_NE(c.color, screen.ui.theme.signed_value(1, 1));
      }
    }
  }
}

TEST(Matrix, ChangedCellsFlashAndOthersDoNot) {
  const Mat now{{1, 2}, {3, 4}};
  const Mat before{{1, 7}, {3, 4}};
  MatrixSpec spec = spec_of(now);
  spec.before = &before;
  spec.flash = 1;
  for (const float cell : {10.0F, 60.0F}) {
    Screen screen;
    const Drawn d = draw(screen, spec, cell);
    int flashing = 0;
    for (const auto& c : screen.canvas.commands()) {
      const bool colored = c.color.r == screen.ui.theme.changed.r &&
                           c.color.g == screen.ui.theme.changed.g && c.rect.w <= cell + 1;
      if (!colored) continue;
      ++flashing;
      EXPECT_TRUE(c.rect.contains(middle(d.layout, 0, 1)));
    }
    EXPECT_EQ(flashing, 1) << cell;
  }
}

TEST(Matrix, LitCellsAreRungAsFewBlocks) {
  const Mat m = counted(6, 6);
  MatrixSpec spec = spec_of(m);
  Screen screen;
  draw(screen, spec, 60);
  const auto rings = [&] {
    int count = 0;
    for (const auto& c : screen.canvas.commands()) {
      count += c.kind == Command::Kind::frame && c.color == screen.ui.theme.lit ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(rings(), 0);
  spec.lit = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {4, 4}, {4, 4}, {9, 9}};
  draw(screen, spec, 60);
  EXPECT_EQ(rings(), 2);
  spec.lit.clear();
  for (int r = 0; r < 6; ++r) spec.lit.emplace_back(r, 2);
  draw(screen, spec, 60);
  EXPECT_EQ(rings(), 1);
}

TEST(Matrix, SurvivesWhatIsEmptyOrAbsent) {
  Screen screen;
  MatrixSpec spec;
  spec.id = "none";
  draw(screen, spec, 40);
  const Mat none, flat(3, 0);
  spec.values = &none;
  draw(screen, spec, 40);
  EXPECT_TRUE(screen.shows("0 × 0"));
  spec.values = &flat;
  draw(screen, spec, 5);
  EXPECT_TRUE(screen.shows("3 × 0"));
  EXPECT_EQ(heat_map(screen.ui.theme, spec), nullptr);
  const Mat one{{5}};
  spec.values = &one;
  spec.chosen = Place{7, 7};
  spec.lit_row = 9;
  spec.edited = {{3, 3}};
  spec.hidden = {{3, 3}};
  for (const float cell : {0.0F, 3.0F, 60.0F, 4000.0F}) draw(screen, spec, cell);
}

TEST(Matrix, ALitColumnHasTheRingOfALitRow) {
  const Mat m{{1, 2, 3}, {4, 5, 6}};
  const auto ring = [&](int row, int col) {
    Screen plain, lit;
    MatrixSpec spec = spec_of(m);
    draw(plain, spec, 60);
    spec.lit_row = row;
    spec.lit_col = col;
    draw(lit, spec, 60);
    std::vector<float> added;
    for (const Command& c : lit.canvas.commands()) {
      if (c.kind == Command::Kind::frame && c.color == lit.ui.theme.lit.alpha(0.75F))
        added.push_back(c.thickness);
    }
    return added;
  };
  EXPECT_EQ(ring(-1, -1).size(), 0U);
  ASSERT_EQ(ring(1, -1).size(), 1U);
  EXPECT_EQ(ring(-1, 1), ring(1, -1));
}

}  // namespace
}  // namespace glassformer
