#pragma once

#include <string>
#include <vector>

#include "app/widgets/melting.h"

namespace glassformer {

// A matrix as it lies on the screen: drawn rows and columns, whichever they are of the Mat.
class MatrixGrid {
 public:
  MatrixGrid(const MatrixSpec& spec, const MatrixLayout& layout) : spec_(spec), layout_(layout) {}

  int rows() const { return spec_.transposed ? spec_.values->cols() : spec_.values->rows(); }
  int cols() const { return spec_.transposed ? spec_.values->rows() : spec_.values->cols(); }
  const Axis& row_axis() const { return spec_.transposed ? spec_.cols : spec_.rows; }
  const Axis& col_axis() const { return spec_.transposed ? spec_.rows : spec_.cols; }
  // From drawn row and column to those of the Mat, and back: it is its own inverse.
  Place place(int row, int col) const {
    return spec_.transposed ? Place{col, row} : Place{row, col};
  }
  double value(int row, int col) const {
    const Place p = place(row, col);
    return static_cast<double>((*spec_.values)(p.first, p.second));
  }
  Rect block(int row, int col, int rows, int cols) const {
    const float cell = layout_.cell, wide = layout_.wide;
    return {layout_.cells.x + wide * static_cast<float>(col),
            layout_.cells.y + cell * static_cast<float>(row), wide * static_cast<float>(cols),
            cell * static_cast<float>(rows)};
  }
  Rect cell(int row, int col) const { return block(row, col, 1, 1); }
  Rect cell_at(Place p) const {
    const Place drawn = place(p.first, p.second);
    return cell(drawn.first, drawn.second);
  }
  // A row or column of the Mat, as it is drawn.
  Rect mat_row(int row) const {
    return spec_.transposed ? block(0, row, rows(), 1) : block(row, 0, 1, cols());
  }
  Rect mat_col(int col) const {
    return spec_.transposed ? block(col, 0, 1, cols()) : block(0, col, rows(), 1);
  }
  bool revealed(int row, int col) const {
    if (spec_.revealed < 0) return true;
    const Place p = place(row, col);
    return static_cast<long long>(p.first) * spec_.values->cols() + p.second < spec_.revealed;
  }

 private:
  const MatrixSpec& spec_;
  const MatrixLayout& layout_;
};

// Drawn rows and columns that the clip shows: [from, to).
struct MatrixView {
  int row_from = 0, row_to = 0, col_from = 0, col_to = 0;
  bool empty() const { return row_from >= row_to || col_from >= col_to; }
};
MatrixView visible_cells(const Canvas& canvas, const MatrixLayout& layout, int rows, int cols);

// Between the names of rows that stand side by side in turn, px at scale 1.
inline constexpr float kBetweenTurns = 8;

// How far a column's label may reach to either side of its middle, where labels take turns.
float label_reach(const Theme& theme, const MatrixLayout& layout);

// Room for any number from 1 to `count`, whatever its digits.
float number_width(const Ui& ui, int count);

// What the legend of its colours takes below a matrix. 0: it has none, as the numbers stand in its
// cells, or they are too small for it.
float legend_width(const Ui& ui, const MatrixSpec& spec, const MatrixLayout& layout);

// Labels that are themselves numbers, from 0 on.
bool counts_from_zero(const Axis& axis);
// A row or column that carries a label when every `step`-th does: 5, 10, 15 …
bool is_labelled(const Axis& axis, int index, int step);
// "d_k" as a formula, "\mathit{d}_{k}"; empty for a name that is a word.
std::string axis_markup(const std::string& name);

// What is known of the values of a matrix, worked out once for each stamp.
double largest_magnitude(const MatrixSpec& spec);
// Cells that differ from `before`; at most `max` of them, then `all` is true.
struct ChangedCells {
  std::vector<Place> cells;
  bool all = false;
};
const ChangedCells& changed_cells(const MatrixSpec& spec);
// The colour of a cell. −∞, nan and the hidden cells of a mask have one that is no value's.
Color cell_color(const Theme& theme, Role role, double value, double largest);
Color hatched_color(const Theme& theme);
bool is_hatched(const MatrixSpec& spec, double value);

// What takes part in what is touched. When nothing is touched, everything does.
class LitCells {
 public:
  LitCells(const MatrixSpec& spec, const MatrixGrid& grid, const MatrixView& view);
  bool any() const { return any_; }
  bool operator()(int row, int col) const;  // drawn
  // The cells of spec.lit that are in view, in few rectangles.
  struct Block {
    int row = 0, col = 0, rows = 1, cols = 1;
  };
  std::vector<Block> blocks;

 private:
  bool any_ = false;
  int row_ = -1, col_ = -1;
  std::vector<Place> cells_;  // sorted
};

// What every part of one drawing shares.
struct MatrixDrawing {
  Ui& ui;
  const MatrixSpec& spec;
  const MatrixLayout& layout;
  const MatrixGrid& grid;
  const MatrixView& view;
  const LitCells& lit;
  float dimmed = 0;  // of what is not lit, 0 … 1
  std::optional<Place> hovered;
  const Melting* melting = nullptr;  // null: it stands
  // The share of its colour that a thing loses when it is not what is looked at.
  float away(bool is_lit) const {
    return 1 - (is_lit ? 1.0F : 1 - 0.45F * dimmed) * (1 - 0.8F * spec.faded);
  }
};
// With their numbers; returns what is to be said once for all of them.
std::string paint_cells(const MatrixDrawing& d);
void paint_texture(const MatrixDrawing& d);  // without
void paint_marks(const MatrixDrawing& d);    // the flash, rings, corners
// Title, with the note behind it where there is room, and brackets.
void paint_frame(const MatrixDrawing& d, const std::string& note);
void paint_legend(const MatrixDrawing& d);  // of the colours
struct LabelTouch {
  int row = -1;  // drawn
  int col = -1;
};
LabelTouch paint_labels(const MatrixDrawing& d);
// Rows carry a number beside their token where the columns show only numbers of the same tokens.
bool rows_carry_numbers(const MatrixGrid& grid, const MatrixLayout& layout);

}  // namespace glassformer
