#include "app/views/parts/touch_cell.h"

#include <algorithm>
#include <iterator>

namespace glassformer {

namespace {

bool is_cell(const Target& target, const Target& cell) {
  return target.kind == Target::Kind::cell && target.row == cell.row && target.col == cell.col &&
         target.path == cell.path;
}

bool holds(const std::vector<Spot>& spots, std::string_view path, int row, int col) {
  return std::ranges::any_of(spots, [&](const Spot& spot) {
    return spot.path == path && spot.row.value_or(row) == row && spot.col.value_or(col) == col;
  });
}

bool is_by_hand(const Session& session, const Target& cell) {
  const Tape& tape = session.run()->tape;
  const Var var = tape.find(cell.path);
  return var && std::ranges::any_of(tape.node(var).edits, [&](const CellEdit& edit) {
           return edit.row == cell.row && edit.col == cell.col;
         });
}

// While the class predicts, a click hides a cell or shows it again.
void hide_or_show(Session& session, const Target& cell) {
  const auto is = [&](const Target& other) { return is_cell(other, cell); };
  if (std::erase_if(session.predicted, is) == 0) session.predicted.push_back(cell);
}

}  // namespace

Touch found_by_widget(bool hovered, bool clicked) {
  Touch touch;
  touch.hovered = hovered;
  touch.clicked = clicked;
  return touch;
}

CellTouch touch_cell(Session& session, const Target& cell, const Touch& touch) {
  if (touch.hovered) point_at(session, cell);
  if (touch.clicked) {
    if (session.predicting) hide_or_show(session, cell);
    session.chosen = cell;
  }
  CellTouch result;
  result.hovered = touch.hovered;
  result.held = touch.held;
  result.clicked = touch.clicked && !session.predicting;
  result.double_clicked = touch.double_clicked && !session.predicting;
  result.chosen = session.chosen && is_cell(*session.chosen, cell) && lit_choice(session);
  result.lit = result.chosen || is_cell(session.hover, cell) ||
               holds(session.touch().spots, cell.path, cell.row, cell.col);
  result.hidden = hides(session, cell);
  result.by_hand = is_by_hand(session, cell);
  return result;
}

CellTouch touch_cell(Ui& ui, Session& session, const Target& cell, Rect rect) {
  if (cell.kind != Target::Kind::cell) return {};
  ui.drawn.add(
      {cell.path, cell.row, cell.col, 1, 1, false, rect, intersect(rect, ui.canvas.clip())});
  const auto row = static_cast<std::uint64_t>(cell.row), col = static_cast<std::uint64_t>(cell.col);
  return touch_cell(session, cell, ui.touch(Ui::id(cell.path, (row << 32U) + col + 1), rect));
}

void report_cells(Ui& ui, const std::string& path, Shape shape, bool transposed, Rect rect) {
  ui.drawn.add(
      {path, 0, 0, shape.rows, shape.cols, transposed, rect, intersect(rect, ui.canvas.clip())});
}

Touch touch_target(Ui& ui, Session& session, Ui::Id id, const Target& target, Rect rect) {
  const Touch touch = ui.touch(id, rect);
  if (touch.hovered) point_at(session, target);
  return touch;
}

void point_at(Session& session, const Target& target) {
  session.next_hover = target;
}

Target token_of(int sequence, int token, std::string word) {
  return {Target::Kind::token, {}, 0, 0, sequence, token, std::move(word)};
}

Target matrix_of(std::string path) {
  return {Target::Kind::tensor, std::move(path), 0, 0, 0, 0, {}};
}

bool hides(const Session& session, std::string_view path, int row, int col) {
  if (holds(session.asked(), path, row, col)) return true;
  return std::ranges::any_of(session.predicted, [&](const Target& cell) {
    return cell.row == row && cell.col == col && cell.path == path;
  });
}

bool hides(const Session& session, const Target& cell) {
  return hides(session, cell.path, cell.row, cell.col);
}

std::optional<Target> lit_choice(const Session& session) {
  const std::optional<Target>& chosen = session.chosen;
  if (!chosen || session.asked().empty() || chosen->kind != Target::Kind::cell) return chosen;
  const bool among_others = std::ranges::any_of(session.asked(), [&](const Spot& spot) {
    const bool one = spot.row && spot.col;  // the question is about this very cell
    return !one && spot.path == chosen->path && spot.row.value_or(chosen->row) == chosen->row &&
           spot.col.value_or(chosen->col) == chosen->col;
  });
  return among_others && chosen == session.step_cell() ? std::nullopt : chosen;
}

std::vector<std::pair<int, int>> cells_of(const Spot& spot, Shape shape) {
  std::vector<std::pair<int, int>> cells;
  const int first_row = spot.row.value_or(0), first_col = spot.col.value_or(0);
  const int last_row = spot.row.value_or(shape.rows - 1),
            last_col = spot.col.value_or(shape.cols - 1);
  for (int r = first_row; r <= std::min(last_row, shape.rows - 1); ++r) {
    for (int c = first_col; c <= std::min(last_col, shape.cols - 1); ++c) cells.emplace_back(r, c);
  }
  return cells;
}

std::vector<std::pair<int, int>> hidden_cells(const Session& session, std::string_view path,
                                              Shape shape) {
  std::vector<std::pair<int, int>> cells;
  for (const Target& cell : session.predicted) {
    if (cell.path == path) cells.emplace_back(cell.row, cell.col);
  }
  for (const Spot& spot : session.asked()) {
    if (spot.path == path) std::ranges::copy(cells_of(spot, shape), std::back_inserter(cells));
  }
  return cells;
}

void draw_hidden(Ui& ui, Rect rect, float radius) {
  const Theme& theme = ui.theme;
  ui.canvas.fill(rect, theme.raised, radius);
  ui.canvas.frame(rect, theme.accent, theme.px(1.5F), radius);
  const Type type{Face::bold, std::min(theme.strong().size, rect.h)};
  if (rect.h > theme.px(9)) ui.canvas.text_in(rect, "?", type, theme.accent, Align::center);
}

}  // namespace glassformer
