#include "app/widgets/matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <utility>

#include "tests/app/widgets/drawn_matrix.h"

// The pointer on a matrix: what it touches, chooses and drags.
namespace glassformer {
namespace {

using testing::counted;
using testing::draw;
using testing::Drawn;
using testing::middle;
using testing::Screen;
using testing::spec_of;

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

}  // namespace
}  // namespace glassformer
