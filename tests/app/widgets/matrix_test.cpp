#include "app/widgets/matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "app/widgets/small_map.h"
#include "core/tensor/rng.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

using testing::inside;
using testing::overlapping_texts;
using testing::Screen;

const std::vector<std::string> kRobot = {"a",   "robot",  "must",  "obey",
                                         "the", "orders", "given", "it"};

constexpr Rect kWide{0, 0, 4000, 4000};  // what is not seen is not drawn

struct Drawn {
  MatrixLayout layout;
  MatrixTouch touch;
};

MatrixSpec spec_of(const Mat& m, Role role = Role::score) {
  MatrixSpec spec;
  spec.id = "m";
  spec.values = &m;
  spec.stamp = 1;
  spec.symbol = "QK^{T}";
  spec.role = role;
  spec.rows = {"query", {}, 0};
  spec.cols = {"key", {}, 0};
  return spec;
}

Drawn draw(Screen& screen, const MatrixSpec& spec, float cell, Vec at = {200, 100}) {
  return screen.frame([&](Ui& ui) {
    Drawn drawn;
    drawn.layout = layout_matrix(ui, spec, at, cell);
    drawn.touch = draw_matrix(ui, spec, drawn.layout);
    return drawn;
  });
}

Vec middle(const MatrixLayout& layout, int row, int col) {
  return {layout.cells.x + layout.cell * (static_cast<float>(col) + 0.5F),
          layout.cells.y + layout.cell * (static_cast<float>(row) + 0.5F)};
}

// A matrix whose every row and column is told apart: 100 r + c.
Mat counted(int rows, int cols) {
  Mat m(rows, cols);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < cols; ++c) m(r, c) = static_cast<Real>(100 * r + c);
  }
  return m;
}

TEST(MatrixLayout, NothingOverlapsAndNothingIsTooSmallInAnySize) {
  const Mat m = normal({8, 8}, 1, 3);
  for (const float scale : {1.0F, 1.6F, 2.0F}) {
    for (const bool tokens : {false, true}) {
      for (const bool transposed : {false, true}) {
        for (float cell = 1; cell < 130; cell = cell * 1.3F + 1) {
          Screen screen(scale, false, kWide);
          MatrixSpec spec = spec_of(m);
          spec.transposed = transposed;
          if (tokens) spec.rows.labels = spec.cols.labels = kRobot;
          const Drawn d = draw(screen, spec, cell * scale);
          const std::string where = "cell " + std::to_string(cell) + ", scale " +
                                    std::to_string(scale) + (tokens ? ", tokens" : "");
          EXPECT_EQ(overlapping_texts(screen.texts()), "") << where;
          for (const auto& text : screen.texts()) {
            EXPECT_GE(text.type.size, 14 * scale) << where;
            EXPECT_TRUE(inside(d.layout.bounds, text.rect, 3 * scale)) << where << " " << text.text;
          }
          EXPECT_EQ(d.layout.cells.w, 8 * d.layout.cell);
          EXPECT_TRUE(inside(d.layout.bounds, d.layout.cells));
        }
      }
    }
  }
}

TEST(MatrixLayout, TitleAndLabelsFitTheNarrowestMatrix) {
  const Mat column{{112}, {96}};
  MatrixSpec spec = spec_of(column);
  spec.symbol = "\\mathrm{softmax}\\left(\\frac{QK^{T}}{\\sqrt{d_{k}}}\\right)";
  spec.rows.labels = {"Thinking", "Machines"};
  spec.cols.labels = {"Thinking"};
  Screen screen;
  const Drawn d = draw(screen, spec, 40);
  EXPECT_EQ(overlapping_texts(screen.texts()), "");
  for (const auto& text : screen.texts()) EXPECT_TRUE(inside(d.layout.bounds, text.rect, 6));
  EXPECT_EQ(screen.count("Thinking"), 2) << "a single column may be narrower than its token";
}

TEST(MatrixLayout, ColumnsTakeTurnsAndThenAreNumbered) {
  const Mat m = normal({8, 8}, 1, 3);
  MatrixSpec spec = spec_of(m);
  spec.rows.labels = spec.cols.labels = kRobot;
  Screen screen;
  Drawn d = draw(screen, spec, 70);
  EXPECT_FALSE(d.layout.staggered || d.layout.numbered);
  d = draw(screen, spec, 46);
  EXPECT_TRUE(d.layout.staggered);
  EXPECT_EQ(screen.count("orders"), 2);
  d = draw(screen, spec, 24);
  EXPECT_TRUE(d.layout.numbered);
  EXPECT_EQ(screen.count("orders"), 1) << "beside its row";
  EXPECT_EQ(screen.count("6"), 2) << "over its column, and beside the token of the row";
  spec.cols.sequence = 1;
  draw(screen, spec, 24);
  EXPECT_EQ(screen.count("6"), 1) << "rows of another sequence do not explain the numbers";
}

TEST(MatrixLayout, WideCellsHoldNumbersAndWordsThatSquareOnesDoNot) {
  Screen screen;
  const Mat m = counted(3, 4);
  MatrixSpec spec = spec_of(m);
  spec.cols.labels = {"berimbau", "violin", "guitar", "river"};
  const MatrixLayout square = layout_matrix(screen.ui, spec, {0, 0}, 20);
  EXPECT_FALSE(square.numbers);
  EXPECT_TRUE(square.numbered);
  spec.aspect = 3;
  const Drawn wide = draw(screen, spec, 20);
  EXPECT_TRUE(wide.layout.numbers);
  EXPECT_FALSE(wide.layout.numbered);
  EXPECT_EQ(wide.layout.cells.w, 3 * 20 * 4);
  EXPECT_EQ(wide.layout.cells.h, 20 * 3);
  EXPECT_TRUE(screen.shows("203"));
  screen.input.mouse = {wide.layout.cells.x + 3.5F * 60, wide.layout.cells.y + 1.5F * 20};
  const Drawn touched = draw(screen, spec, 20);
  EXPECT_EQ(touched.touch.hovered, (Place{1, 3}));
}

TEST(Matrix, ShowsWhatItIs) {
  const Mat m{{1, 0.5, -INFINITY}, {0.8807970, std::nan(""), 112}};
  Screen screen;
  MatrixSpec spec = spec_of(m);
  spec.cols.name = "d_k";
  draw(screen, spec, 60);
  for (const char* text :
       {"Q", "K", "2 × 3", "1", "0.5", "−∞", "0.881", "—", "112", "query", "d", "k"}) {
    EXPECT_TRUE(screen.shows(text)) << text;
  }
  spec.transposed = true;
  draw(screen, spec, 60);
  EXPECT_TRUE(screen.shows("3 × 2"));
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
  const Mat m{{-0.318F, 0.0541F}, {0.5F, -0.98F}, {-1.54F, 0.002F}};
  MatrixSpec spec = spec_of(m);
  spec.aspect = 2;
  Screen screen;
  draw(screen, spec, 18);  // five characters have no room, four have
  for (const char* text : {"−.32", ".05", ".5", "−.98", "−1.5"}) {
    EXPECT_TRUE(screen.shows(text)) << text;
  }
  draw(screen, spec, 40);
  for (const char* text : {"−0.318", "0.0541", "0.5", "−0.98", "−1.54"}) {
    EXPECT_TRUE(screen.shows(text)) << text;
  }
}

TEST(MatrixLayout, NeighboursThatAreLitAreBothNamed) {
  const Mat m = counted(4, 16);
  MatrixSpec spec = spec_of(m);
  spec.rows.labels = {"He", "was", "walking", "home"};
  spec.lit = {{0, 5}, {1, 5}};
  Screen screen;
  const Drawn d = draw(screen, spec, 0.95F * screen.canvas.line_height(screen.ui.theme.small()));
  EXPECT_EQ(d.layout.row_step, 1);
  for (const std::string& word : spec.rows.labels) EXPECT_TRUE(screen.shows(word)) << word;
}

TEST(MatrixLayout, CellsMayBeHigherThanWide) {
  const Mat m = counted(3, 48);
  MatrixSpec spec = spec_of(m);
  spec.rows.labels = {"eat", "eating", "run"};
  spec.aspect = 0.5F;
  Screen screen;
  const Drawn d = draw(screen, spec, 32);
  EXPECT_EQ(d.layout.cells.w, 48 * 16);
  EXPECT_EQ(d.layout.cells.h, 3 * 32);
  EXPECT_FALSE(d.layout.numbers) << "16 px hold none";
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

TEST(Matrix, SmallCellsAreATextureWithoutNumbers) {
  const Mat m = counted(20, 30);
  Screen screen(1, false, kWide);
  MatrixSpec spec = spec_of(m);
  spec.show_row_labels = spec.show_col_labels = false;
  draw(screen, spec, 29);
  EXPECT_EQ(screen.count(Command::Kind::image), 1);
  EXPECT_EQ(screen.texts().size(), 5U) << "Q, K, T, the shape and the name of the columns";
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

TEST(Matrix, FindsTheCellUnderThePointerAlsoWhenTransposed) {
  const Mat m = counted(3, 5);
  for (const float cell : {4.0F, 20.0F, 60.0F}) {
    Screen screen;
    MatrixSpec spec = spec_of(m);
    Drawn d = draw(screen, spec, cell);
    screen.input.mouse = middle(d.layout, 2, 4);
    EXPECT_EQ(draw(screen, spec, cell).touch.hovered, (Place{2, 4}));
    spec.transposed = true;
    d = draw(screen, spec, cell);
    screen.input.mouse = middle(d.layout, 4, 2);
    EXPECT_EQ(draw(screen, spec, cell).touch.hovered, (Place{2, 4}));
    screen.input.mouse = {d.layout.cells.right() + 30, d.layout.cells.y};
    EXPECT_FALSE(draw(screen, spec, cell).touch.hovered);
  }
}

TEST(Matrix, LabelsAndTitleAreTouched) {
  const Mat m = counted(3, 5);
  Screen screen;
  MatrixSpec spec = spec_of(m);
  Drawn d = draw(screen, spec, 50);
  screen.input.mouse = {d.layout.row_labels.center().x, middle(d.layout, 1, 0).y};
  d = draw(screen, spec, 50);
  EXPECT_EQ(d.touch.hovered_row, 1);
  EXPECT_EQ(d.touch.hovered_col, -1);
  screen.input.mouse = {middle(d.layout, 0, 3).x, d.layout.col_labels.center().y};
  EXPECT_EQ(draw(screen, spec, 50).touch.hovered_col, 3);
  screen.input.mouse = d.layout.title.center();
  EXPECT_TRUE(draw(screen, spec, 50).touch.hovered_title);
  spec.transposed = true;
  d = draw(screen, spec, 50);
  screen.input.mouse = {d.layout.row_labels.center().x, middle(d.layout, 4, 0).y};
  d = draw(screen, spec, 50);
  EXPECT_EQ(d.touch.hovered_col, 4) << "a column of the Mat";
  EXPECT_EQ(d.touch.hovered_row, -1);
}

TEST(Matrix, AClickChoosesAndADoubleClickEdits) {
  const Mat m = counted(3, 5);
  Screen screen;
  const MatrixSpec spec = spec_of(m);
  const Drawn d = draw(screen, spec, 50);
  screen.input.mouse = middle(d.layout, 1, 2);
  screen.input.down = true;
  EXPECT_FALSE(draw(screen, spec, 50).touch.clicked);
  screen.input.down = false;
  EXPECT_EQ(draw(screen, spec, 50).touch.clicked, (Place{1, 2}));
  screen.input.down = screen.input.double_click = true;
  EXPECT_EQ(draw(screen, spec, 50).touch.edit_by_text, (Place{1, 2}));
  screen.input.down = false;
  draw(screen, spec, 50);
  MatrixSpec chosen = spec;
  chosen.chosen = Place{0, 1};
  screen.input.keys = {{Key::enter}};
  EXPECT_EQ(draw(screen, chosen, 50).touch.edit_by_text, (Place{0, 1}));
}

// Presses on a cell, moves the pointer, and returns what the matrix asked for last.
std::optional<std::pair<Place, double>> dragged(Screen& screen, const MatrixSpec& spec, Place drawn,
                                                float dy) {
  const Drawn d = draw(screen, spec, 50);
  screen.input.mouse = middle(d.layout, drawn.first, drawn.second);
  draw(screen, spec, 50);
  screen.input.down = true;
  draw(screen, spec, 50);
  std::optional<std::pair<Place, double>> last;
  for (int i = 0; i < 10; ++i) {
    screen.input.mouse.y += dy / 10;
    if (const auto now = draw(screen, spec, 50).touch.dragged) last = now;
  }
  screen.input.down = false;
  EXPECT_FALSE(draw(screen, spec, 50).touch.clicked && last) << "a drag is no click";
  return last;
}

TEST(Matrix, TheChosenCellIsDraggedByItsMagnitude) {
  const Mat m{{1, -4, 0}, {2, 3, 0.5}};
  MatrixSpec spec = spec_of(m);
  {
    Screen screen;
    EXPECT_FALSE(dragged(screen, spec, {1, 0}, -50)) << "not chosen";
  }
  spec.chosen = Place{1, 0};
  Screen screen;
  auto value = dragged(screen, spec, {1, 0}, -50);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->first, (Place{1, 0}));
  EXPECT_NEAR(value->second, 2 + 0.5 * 4, 0.25) << "up is more: 50 px are half the magnitude, 4";
  value = dragged(screen, spec, {1, 0}, 50);
  ASSERT_TRUE(value);
  EXPECT_NEAR(value->second, 2 - 0.5 * 4, 0.25);
  screen.input.shift = true;
  value = dragged(screen, spec, {1, 0}, -50);
  ASSERT_TRUE(value);
  EXPECT_NEAR(value->second, 2 + 0.05 * 4, 0.025);
  screen.input.shift = false;
  screen.input.ctrl = true;
  value = dragged(screen, spec, {1, 0}, -50);
  ASSERT_TRUE(value);
  EXPECT_NEAR(value->second, 2 + 5 * 4, 2.5);
  screen.input.ctrl = false;
  EXPECT_FALSE(dragged(screen, spec, {1, 0}, -2)) << "a click with a trembling hand";

  spec.transposed = true;
  value = dragged(screen, spec, {0, 1}, -50);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->first, (Place{1, 0})) << "as in the Mat";
  spec.editable = false;
  EXPECT_FALSE(dragged(screen, spec, {0, 1}, -50));
}

TEST(Matrix, WithAltAnyCellIsDraggedButNeverOneOfAMask) {
  const Mat m{{1, 0}, {0, 1}};
  MatrixSpec spec = spec_of(m);
  Screen screen;
  screen.input.alt = true;
  EXPECT_TRUE(dragged(screen, spec, {0, 0}, -50));
  spec.role = Role::mask;
  EXPECT_FALSE(dragged(screen, spec, {0, 0}, -50));
}

TEST(Matrix, DraggedValuesLookTyped) {
  const Mat m{{0.123456F, -1}};
  MatrixSpec spec = spec_of(m);
  spec.chosen = Place{0, 0};
  Screen screen;
  const auto value = dragged(screen, spec, {0, 0}, -37);
  ASSERT_TRUE(value);
  EXPECT_NEAR(value->second * 100, std::round(value->second * 100), 1e-9);
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

}  // namespace
}  // namespace glassformer
