#include "app/widgets/matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "app/widgets/matrix_parts.h"
#include "app/widgets/small_map.h"
#include "core/tensor/rng.h"
#include "tests/app/widgets/drawn_matrix.h"

// Matrices whose cells are too small, or too many, to be drawn one by one.
namespace glassformer {
namespace {

using testing::counted;
using testing::draw;
using testing::kWide;
using testing::overlapping_texts;
using testing::Screen;
using testing::spec_of;

TEST(Matrix, SmallCellsAreATextureWithoutNumbers) {
  const Mat m = counted(20, 30);
  Screen screen(1, false, kWide);
  MatrixSpec spec = spec_of(m);
  spec.show_row_labels = spec.show_col_labels = false;
  draw(screen, spec, 29);
  EXPECT_EQ(screen.count(Command::Kind::image), 1);
  EXPECT_EQ(screen.texts().size(), 7U)
      << "Q, K, T, the shape, the name of the columns, and the ends of the scale";
  draw(screen, spec, 30);
  EXPECT_EQ(screen.count(Command::Kind::image), 0);
  EXPECT_GT(screen.texts().size(), 500U);
}

TEST(Matrix, DrawsOnlyWhatIsSeenOf2048Rows) {
  const Mat m = normal({2048, 2048}, 1, 9);
  Screen screen;
  MatrixSpec spec = spec_of(m);
  draw(screen, spec, 0.4F);
  EXPECT_EQ(screen.count(Command::Kind::image), 1);
  EXPECT_LT(screen.canvas.commands().size(), 200U) << "labels are thinned";
  EXPECT_EQ(overlapping_texts(screen.texts()), "");

  draw(screen, spec, 50, {-40000, -30000});
  const std::size_t visible = (1600 / 50 + 2) * (1000 / 50 + 2);
  EXPECT_LT(screen.texts().size(), visible + 100);
  EXPECT_GT(screen.texts().size(), visible / 2);
  for (const auto& text : screen.texts()) EXPECT_TRUE(text.rect.overlaps(screen.whole));

  draw(screen, spec, 50, {5000, 5000});
  EXPECT_TRUE(screen.canvas.commands().empty()) << "out of sight";
}

TEST(Matrix, ASmallMapLosesNoBrightCell) {
  const Theme theme = make_theme(false, 1);
  Mat m(300, 200);
  m(123, 77) = 1;
  MatrixSpec spec = spec_of(m, Role::probability);
  spec.id = "small";
  const ImagePtr small = small_map(theme, spec, 50);
  ASSERT_EQ(small->width, 50);
  ASSERT_EQ(small->height, 50);
  EXPECT_EQ(small_map(theme, spec, 50), small) << "made once";
  const auto at = [&](int row, int col) {
    return small->rgba[50 * static_cast<std::size_t>(row) + static_cast<std::size_t>(col)];
  };
  EXPECT_NE(at(123 * 50 / 300, 77 * 50 / 200), at(0, 0));
  // What is small enough is the heat map itself.
  Mat few = counted(3, 4);
  spec = spec_of(few);
  spec.id = "few";
  EXPECT_EQ(small_map(theme, spec, 50), heat_map(theme, spec));
}

TEST(Matrix, ASmallMapLosesNoNan) {
  const Theme theme = make_theme(false, 1);
  MatrixSpec spec;
  for (const int col : {0, 5, 9}) {  // of the block that is the left half
    Mat m(1, 20, 1);
    m(0, col) = static_cast<Real>(NAN);
    m(0, 3) = INFINITY;
    m(0, 15) = INFINITY;
    spec = spec_of(m);
    spec.id = "nan " + std::to_string(col);
    const ImagePtr small = small_map(theme, spec, 2);
    spec.id += ", whole";
    const ImagePtr whole = heat_map(theme, spec);
    EXPECT_EQ(small->rgba[0], whole->rgba[static_cast<std::size_t>(col)]) << col;
    EXPECT_EQ(small->rgba[1], whole->rgba[15]) << col;
  }
}

// The farthest from 0 of a block, below it too.
TEST(Matrix, ASmallMapLosesNoNegativeCell) {
  const Theme theme = make_theme(false, 1);
  const Mat m{{1, -5, 2, 3}};
  MatrixSpec spec = spec_of(m);
  spec.id = "negative";
  const ImagePtr small = small_map(theme, spec, 2);
  spec.id = "negative, whole";
  const ImagePtr whole = heat_map(theme, spec);
  EXPECT_EQ(small->rgba[0], whole->rgba[1]);
  EXPECT_EQ(small->rgba[1], whole->rgba[3]);
}

// As many as 4096 cells flash each by itself; from there on all do.
TEST(Matrix, ManyCellsFlashAsOne) {
  for (const int same : {0, 1}) {
    const Mat m(64, 64, 1);
    Mat before(64, 64);
    for (int i = 0; i < same; ++i) before(0, i) = 1;
    MatrixSpec spec = spec_of(m);
    spec.id = "flash " + std::to_string(same);
    spec.before = &before;
    const ChangedCells& changed = changed_cells(spec);
    EXPECT_EQ(changed.all, same == 0);
    EXPECT_EQ(changed.cells.size(), 4096u - static_cast<std::size_t>(same));
    EXPECT_EQ(changed.cells.back(), (Place{63, 63}));
    EXPECT_EQ(changed.cells[1 - static_cast<std::size_t>(same)], (Place{0, 1}));
  }
}

// Of 0 … 1 they would all be the colour of 0.
TEST(HeatMap, SmallSharesAreToldApart) {
  Mat m{{0.02F, 0.01F, 0}};
  const Theme theme = make_theme(false, 1);
  MatrixSpec spec = spec_of(m);
  spec.id = "shares";
  spec.role = Role::share;
  const ImagePtr image = heat_map(theme, spec);
  spec.role = Role::probability;
  const ImagePtr weights = heat_map(theme, spec);
  const auto packed = [&](double value) {
    const Color c = theme.unit_value(value);
    return c.r | static_cast<unsigned>(c.g) << 8U | static_cast<unsigned>(c.b) << 16U |
           static_cast<unsigned>(c.a) << 24U;
  };
  EXPECT_EQ(image->rgba[0], packed(1));
  EXPECT_EQ(image->rgba[2], packed(0));
  EXPECT_NE(image->rgba[0], image->rgba[1]);
  EXPECT_NE(weights->rgba[0], packed(1)) << "a weight of attention is a part of 1";
  EXPECT_EQ(cell_color(theme, Role::share, 0.02, 0.02), theme.unit_value(1));
}

TEST(HeatMap, HasOnePixelPerCellAndIsKeptUntilTheStampChanges) {
  Mat m{{-2, 0, 1}, {2, -INFINITY, std::nan("")}};
  const Theme theme = make_theme(false, 1);
  MatrixSpec spec = spec_of(m);
  spec.id = "heat map";
  const ImagePtr image = heat_map(theme, spec);
  ASSERT_EQ(image->width, 3);
  ASSERT_EQ(image->height, 2);
  const auto pixel = [](const ImagePtr& i, std::size_t x, std::size_t y) {
    const auto v = i->rgba[y * static_cast<std::size_t>(i->width) + x];
    return Color{static_cast<std::uint8_t>(v), static_cast<std::uint8_t>(v >> 8U),
                 static_cast<std::uint8_t>(v >> 16U), static_cast<std::uint8_t>(v >> 24U)};
  };
  EXPECT_EQ(pixel(image, 0, 0), theme.signed_value(-2, 2));
  EXPECT_EQ(pixel(image, 1, 0), theme.signed_value(0, 2));
  EXPECT_EQ(pixel(image, 0, 1), theme.signed_value(2, 2));
  EXPECT_EQ(heat_map(theme, spec), image);
  spec.stamp = 2;
  m(0, 0) = 2;
  const ImagePtr next = heat_map(theme, spec);
  EXPECT_NE(next, image);
  EXPECT_EQ(pixel(next, 0, 0), theme.signed_value(2, 2));
  spec.transposed = true;
  const ImagePtr turned = heat_map(theme, spec);
  EXPECT_EQ(turned->width, 2);
  EXPECT_EQ(pixel(turned, 1, 0), pixel(next, 0, 1));
  EXPECT_NE(heat_map(make_theme(true, 1), spec), turned) << "another theme has other colours";
}

}  // namespace
}  // namespace glassformer
