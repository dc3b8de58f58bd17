#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What the pointer does with a cell, and how its picture is to be drawn, whatever its shape: a
// square of a matrix, a bar, a point, a number in a sentence.
struct CellTouch {
  bool hovered = false;
  bool held = false;
  bool clicked = false;  // and not to hide it, or to show it again
  bool double_clicked = false;
  bool lit = false;     // it is touched, chosen, or what the step points at
  bool chosen = false;  // the inspector shows it
  bool hidden = false;  // the class is still guessing its number: nothing of it may be seen
  bool by_hand = false;
  // What stands in the number's place.
  std::string shown(std::string number) const { return hidden ? "?" : std::move(number); }
};

// Everything that shows a number asks here. Touching the rectangle touches the cell: views light
// it, a click opens it in the inspector, and while the class predicts, hides it.
CellTouch touch_cell(Ui& ui, Session& session, const Target& cell, Rect rect);
// For a widget that finds the cell under the pointer itself, such as a map of thousands of points.
CellTouch touch_cell(Session& session, const Target& cell, const Touch& touch);

Touch found_by_widget(bool hovered, bool clicked);
// Where a grid of cells lies that such a widget draws.
void report_cells(Ui& ui, const std::string& path, Shape shape, bool transposed, Rect rect);

// The rectangle is a word of a sequence, or all of a matrix: touching it lights what belongs to it.
Touch touch_target(Ui& ui, Session& session, Ui::Id id, const Target& target, Rect rect);
// This lies under the pointer.
void point_at(Session& session, const Target& target);
Target token_of(int sequence, int token, std::string word = {});
Target matrix_of(std::string path);

// The class is still guessing the number of this cell: it is shown nowhere.
bool hides(const Session& session, std::string_view path, int row, int col);
bool hides(const Session& session, const Target& cell);
// The chosen cell, as far as it may be lit: where the step opens a cell that its question hides
// with others of its row, its column would be the answer. None, then.
std::optional<Target> lit_choice(const Session& session);
// All of a matrix that it is guessing: row, column.
std::vector<std::pair<int, int>> hidden_cells(const Session& session, std::string_view path,
                                              Shape shape);
// What of the spot lies in a matrix of this shape.
std::vector<std::pair<int, int>> cells_of(const Spot& spot, Shape shape);
// A box, a bar or a tile in place of what it hides.
void draw_hidden(Ui& ui, Rect rect, float radius);

}  // namespace glassformer
