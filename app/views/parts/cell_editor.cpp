#include "app/views/parts/cell_editor.h"
#include "core/text/number_format.h"

#include <algorithm>
#include <utility>

namespace glassformer {

namespace {

bool pressed_escape(const Ui& ui) {
  return std::ranges::any_of(ui.input.keys,
                             [](const KeyPress& press) { return press.key == Key::escape; });
}

}  // namespace

void CellEditor::begin(const Ui& ui) {
  if (!ui.input.down && gesture_ % 2 == 1) ++gesture_;
}

void CellEditor::take(Ui& ui, Session& session, const MatrixSpec& spec, const MatrixTouch& touch,
                      const MatrixLayout& layout) {
  const auto cell = [&](const Place& place) {
    Target target;
    target.kind = Target::Kind::cell;
    target.path = spec.id;
    target.row = place.first;
    target.col = place.second;
    return target;
  };
  const auto token = [&](const Axis& axis, int index) {
    Target target;
    target.kind = Target::Kind::token;
    target.sequence = axis.sequence;
    target.token = index;
    return target;
  };
  if (touch.hovered) session.next_hover = cell(*touch.hovered);
  if (touch.hovered_title) {
    session.next_hover.kind = Target::Kind::tensor;
    session.next_hover.path = spec.id;
  }
  if (touch.hovered_row >= 0 && spec.rows.sequence >= 0) {
    session.next_hover = token(spec.rows, touch.hovered_row);
  }
  if (touch.hovered_col >= 0 && spec.cols.sequence >= 0) {
    session.next_hover = token(spec.cols, touch.hovered_col);
  }

  if (touch.clicked) {
    const Target clicked = cell(*touch.clicked);
    if (session.predicting) {
      if (std::erase(session.predicted, clicked) == 0) session.predicted.push_back(clicked);
    } else if (spec.role == Role::mask) {
      const Real visible = (*spec.values)(clicked.row, clicked.col);
      session.post(SetCell{spec.id, {clicked.row, clicked.col, visible > 0 ? 0.0 : 1.0}});
    }
    session.chosen = clicked;
  }
  float& cancelled = ui.remembered(Ui::id("cancelled drag"));
  if (!ui.input.down) cancelled = 0;
  if (touch.held && cancelled == 0 && pressed_escape(ui)) {
    session.undo();  // all moves of a drag are one change
    session.chosen = cell(*touch.held);
    cancelled = 1;
  }
  // The pointer is elsewhere by now; what is told of is the number that changes.
  if (touch.held) session.next_hover = cell(*touch.held);
  if (touch.dragged && cancelled == 0) {
    if (ui.input.down && gesture_ % 2 == 0) ++gesture_;
    const auto [place, value] = *touch.dragged;
    session.post(SetCell{spec.id, {place.first, place.second, value}, gesture_});
  }
  if (touch.edit_by_text && !session.predicting && spec.role != Role::mask) {
    const auto [row, col] = *touch.edit_by_text;
    const int across = spec.transposed ? row : col, down = spec.transposed ? col : row;
    const float w = std::max(layout.wide, ui.theme.px(110)), h = ui.theme.px(36);
    const Vec middle{layout.cells.x + (static_cast<float>(across) + 0.5F) * layout.wide,
                     layout.cells.y + (static_cast<float>(down) + 0.5F) * layout.cell};
    editing_ = Editing{cell({row, col}),
                       {middle.x - w / 2, middle.y - h / 2, w, h},
                       format_typed((*spec.values)(row, col))};
  }
}

void CellEditor::draw_field(Ui& ui, Session& session) {
  if (!editing_) return;
  Editing& edit = *editing_;
  if (edit.fresh) ui.focus_text("cell");
  const bool was_fresh = std::exchange(edit.fresh, false);
  ui.canvas.set_layer(1);
  const bool changed = ui.text_field("cell", edit.text, edit.rect);
  ui.canvas.set_layer(0);
  ui.cover(edit.rect);
  if (changed) {
    if (const auto value = parse_number(edit.text)) {
      session.post(SetCell{edit.cell.path, {edit.cell.row, edit.cell.col, *value}});
      session.chosen = edit.cell;
    } else {
      session.message =
          "“" + edit.text + "” is no number; type one such as 0.25, -3 or 1e-4, or -inf";
      session.message_is_error = true;
    }
  }
  if (!was_fresh && !ui.text_active()) editing_.reset();
}

}  // namespace glassformer
