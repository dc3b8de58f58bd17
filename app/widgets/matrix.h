#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/widgets/matrix_values.h"
#include "app/widgets/ui.h"
#include "core/grad/label.h"

namespace glassformer {

using Place = std::pair<int, int>;  // row, column as in the Mat, also when drawn transposed

// Everything the matrix widget draws; it knows nothing of models.
struct MatrixSpec {
  std::string id;  // a path: keeps its state and its heat map from frame to frame
  MatrixValues values;
  std::uint64_t stamp = 0;  // the heat map is made again when this changes
  std::string symbol;       // formula markup, drawn above with the shape: "Q  3 × 4"
  Role role =
      Role::plain;  // colour of symbol and frame; probability, share and mask choose the colour map
  Axis rows;
  Axis cols;
  bool transposed = false;  // drawn as its transpose: Kᵀ
  bool show_row_labels = true;
  bool show_col_labels = true;
  int row_turns = 1;            // 2: where rows are lower than a line, their names take turns
  int revealed = -1;            // cells made so far, row by row; −1: all; the rest stays blank
  float aspect = 1;             // how many times as wide as high a cell is drawn
  float faded = 0;              // 0: full; 1: nearly gone (another thing is touched)
  const Mat* before = nullptr;  // cells that differ from it flash …
  float flash = 0;              // … this strongly, 1 → 0
  std::vector<Place> lit;       // cells that take part in what is touched
  bool emphasised = false;      // by the step: the rest recedes, not its numbers alone
  int lit_row = -1;             // a whole row or column lit
  int lit_col = -1;
  std::optional<Place> chosen;  // the cell the inspector shows
  std::vector<Place> edited;    // set by hand: marked with a corner
  std::vector<Place> hidden;    // "predict this cell": a question mark instead of the number
  bool editable = true;         // the pointer says so
  bool zero_is_masked = false;  // weights under a mask: a 0 is hatched
};

// Where its parts lie when a cell is `cell` px high and `aspect` times as wide. Text never shrinks
// with the cell: labels are thinned and cut instead.
struct MatrixLayout {
  float cell = 0;
  float wide = 0;  // a cell's width
  Rect bounds;     // everything
  Rect title;
  Rect cells;
  Rect row_labels;        // left of the cells
  Rect col_labels;        // above them
  Rect row_name;          // "token", over the row labels; empty: none
  Rect col_name;          // "d_k", under the cells; empty: none
  Rect legend;            // of the colours, below; empty: none
  bool numbers = false;   // the cell is at least 30 px wide, and a line high, at scale 1
  bool numbered = false;  // the columns have labels that do not fit: numbers stand in their place
  int label_lines = 1;    // on which the labels of the columns stand in turn: 1, 2 or 3
  int row_turns = 1;      // side by side, on which the labels of low rows stand in turn: 1 or 2
  int row_step = 1;       // every so many rows and columns carry their label
  int col_step = 1;
};
MatrixLayout layout_matrix(const Ui& ui, const MatrixSpec& spec, Vec at, float cell);

struct MatrixTouch {
  std::optional<Place> hovered;
  std::optional<Place> clicked;
  std::optional<Place> edit_by_text;  // double click or Enter: open the number field there
  std::optional<std::pair<Place, double>>
      dragged;  // new value, dragged upwards or downwards with Alt or on a chosen cell
  std::optional<Place> held;  // the cell whose value is being dragged, also while the pointer rests
  int hovered_row = -1;       // pointer on the label of this row of the Mat, also when transposed
  int hovered_col = -1;
  bool hovered_title = false;
};
// Draws only what the clip shows: numbers when a cell is at least 30 px wide, a texture when not.
// Dragging changes a value by the largest magnitude of the matrix every 100 px; with Shift by a
// tenth of that, with Ctrl by ten times as much.
MatrixTouch draw_matrix(Ui& ui, const MatrixSpec& spec, const MatrixLayout& layout);

// The colours of a matrix as an image, one pixel per cell, as it is drawn; kept until the stamp
// changes.
ImagePtr heat_map(const Theme& theme, const MatrixSpec& spec);
// That image in a rectangle; what is hidden is covered.
void draw_heat_map(Ui& ui, Rect rect, const MatrixSpec& spec);

}  // namespace glassformer
