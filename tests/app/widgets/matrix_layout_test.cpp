#include "app/widgets/matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/views/parts/flow.h"
#include "app/widgets/matrix_parts.h"
#include "core/tensor/rng.h"
#include "tests/app/widgets/drawn_matrix.h"

// Where the parts of a matrix lie: nothing overlaps, nothing is too small to read.
namespace glassformer {
namespace {

using testing::counted;
using testing::draw;
using testing::Drawn;
using testing::inside;
using testing::kWide;
using testing::overlapping_texts;
using testing::Screen;
using testing::spec_of;

const std::vector<std::string> kRobot = {"a",   "robot",  "must",  "obey",
                                         "the", "orders", "given", "it"};

// Where not even the smallest cells fit they are the smallest, not the largest.
TEST(MatrixLayout, AnEquationWithoutRoomIsAsSmallAsItCanBe) {
  const Mat m = normal({60, 60}, 1, 3);
  Screen screen;
  Segment segment;
  segment.spec = spec_of(m);
  const auto cell = [&](Vec area) {
    return screen.frame([&](Ui& ui) { return fit(ui, {segment}, area, 40).cell; });
  };
  EXPECT_FLOAT_EQ(cell({5, 5}), 0.2F);
  EXPECT_FLOAT_EQ(cell({9000, 9000}), 40);
  const float between = cell({900, 900});
  EXPECT_GT(between, 5);
  EXPECT_LT(between, 15);
}

// An equation begins a new line where its first matrix alone would still have room.
TEST(MatrixLayout, AnEquationIsBrokenOffAsAWhole) {
  const Mat m = normal({4, 4}, 1, 3);
  Screen screen;
  std::vector<Segment> three(3);
  for (Segment& segment : three) segment.spec = spec_of(m);
  three[0].begins = three[1].begins = true;
  three[2].item.before = "\\times";
  screen.frame([&](Ui& ui) {
    const float one = fit(ui, {three[0]}, {9000, 9000}, 40).size.x;
    const Flow flow = fit(ui, three, {2.6F * one, 9000}, 40);
    EXPECT_EQ(flow.cell, 40);
    EXPECT_EQ(flow.line_of, (std::vector<int>{0, 1, 1}));
    EXPECT_EQ(fit(ui, three, {9000, 9000}, 40).line_of, (std::vector<int>{0, 0, 0}));
    return 0;
  });
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
  EXPECT_EQ(d.layout.label_lines, 1);
  EXPECT_FALSE(d.layout.numbered);
  d = draw(screen, spec, 46);
  EXPECT_EQ(d.layout.label_lines, 2);
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

// Every fifth label is that of 5, 10, 15, unless they count from 0.
TEST(MatrixLayout, ThinnedLabelsAreRoundNumbers) {
  const Axis plain{"word", {}, -1}, words{"word", {"a", "b"}, -1}, zero{"place", {"0", "1"}, -1};
  EXPECT_FALSE(counts_from_zero(plain));
  EXPECT_FALSE(counts_from_zero(words));
  EXPECT_TRUE(counts_from_zero(zero));
  for (const Axis* const axis : {&plain, &words}) {
    EXPECT_TRUE(is_labelled(*axis, 4, 5));
    EXPECT_TRUE(is_labelled(*axis, 9, 5));
    EXPECT_FALSE(is_labelled(*axis, 5, 5));
    EXPECT_FALSE(is_labelled(*axis, 0, 5));
  }
  EXPECT_TRUE(is_labelled(zero, 0, 5));
  EXPECT_TRUE(is_labelled(zero, 5, 5));
  EXPECT_FALSE(is_labelled(zero, 4, 5));
}

// The fewest that leave each a line: 1, 2, 5, 10, 20 …
TEST(MatrixLayout, RowsAreThinnedAsLittleAsMayBe) {
  Screen screen;
  const Mat m = counted(60, 3);
  const float line = 0.9F * screen.canvas.line_height(screen.ui.theme.small());
  for (const auto& [cell, step] :
       {std::pair(line, 1), std::pair(0.99F * line, 2), std::pair(0.51F * line, 2),
        std::pair(0.49F * line, 5), std::pair(0.21F * line, 5), std::pair(0.19F * line, 10),
        std::pair(0.09F * line, 20)}) {
    EXPECT_EQ(draw(screen, spec_of(m), cell).layout.row_step, step) << cell / line;
  }
}

// The rows of a sentence over itself are numbered as its columns are; rows lower than a line of
// text take turns.
TEST(MatrixLayout, NumbersOfRowsThatTakeTurnsStandApart) {
  const Mat m = counted(22, 22);
  MatrixSpec spec = spec_of(m);
  for (int i = 0; i < 22; ++i) {
    spec.rows.labels.push_back("token " + std::string(1, static_cast<char>('a' + i)));
  }
  spec.cols.labels = spec.rows.labels;
  spec.rows.sequence = spec.cols.sequence = 0;
  spec.row_turns = 2;
  Screen screen(1, false, kWide);
  const float line = screen.canvas.line_height(screen.ui.theme.small());
  const Drawn d = draw(screen, spec, 0.7F * line);
  ASSERT_EQ(d.layout.row_turns, 2);
  EXPECT_EQ(overlapping_texts(screen.texts()), "");
  const auto is = [](const char* text) {
    return [text](const auto& one) { return one.text == text; };
  };
  EXPECT_TRUE(std::ranges::any_of(screen.texts(), is("token b")));
  EXPECT_TRUE(std::ranges::any_of(screen.texts(), is("21")));
}

TEST(MatrixLayout, ALongLabelOfARowIsCut) {
  Screen screen;
  const Mat m = counted(2, 2);
  MatrixSpec spec = spec_of(m);
  spec.rows.labels = {"short", std::string(200, 'w')};
  EXPECT_FLOAT_EQ(draw(screen, spec, 60).layout.row_labels.w, 160);
}

// Where two lines in turn would cut a label, three give it nearly three columns.
TEST(MatrixLayout, LongLabelsTakeThreeLines) {
  Screen screen;
  const Mat m = counted(3, 6);
  MatrixSpec spec = spec_of(m);
  const float gap = 6, cell = 60;
  const auto lines = [&](const std::string& longest) {
    spec.cols.labels = {"a", "b", longest, "c", "d", "e"};
    return draw(screen, spec, cell).layout.label_lines;
  };
  std::string label = "w";
  const auto width = [&] {
    return screen.canvas.width(label, Type{Face::bold, screen.ui.theme.small().size});
  };
  while (width() <= cell - gap) label += "w";
  EXPECT_EQ(lines(label), 2);
  while (width() <= 2 * cell - gap) label += "w";
  EXPECT_EQ(lines(label), 3);
}

}  // namespace
}  // namespace glassformer
