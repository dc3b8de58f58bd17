#include "app/views/parts/cell_editor.h"
#include "app/views/parts/touch_cell.h"
#include "core/text/number_format.h"

#include <algorithm>
#include <cmath>
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
    return Target{Target::Kind::cell, spec.id, place.first, place.second, 0, 0};
  };
  report_cells(ui, spec.id, spec.values->shape(), spec.transposed, layout.cells);
  if (const auto at = touch.clicked ? touch.clicked : touch.hovered) {
    const Target target = cell(*at);
    const CellTouch on_cell = touch_cell(
        session, target, found_by_widget(touch.hovered.has_value(), touch.clicked.has_value()));
    if (on_cell.clicked && spec.role == Role::mask) {
      const Real visible = (*spec.values)(target.row, target.col);
      session.post(SetCell{spec.id, {target.row, target.col, visible > 0 ? 0.0 : 1.0}});
    }
  }
  if (touch.hovered_title) point_at(session, matrix_of(spec.id));
  if (touch.hovered_row >= 0 && spec.rows.sequence >= 0) {
    point_at(session, token_of(spec.rows.sequence, touch.hovered_row));
  }
  if (touch.hovered_col >= 0 && spec.cols.sequence >= 0) {
    point_at(session, token_of(spec.cols.sequence, touch.hovered_col));
  }
  float& cancelled = ui.remembered(Ui::id("cancelled drag"));
  if (!ui.input.down) cancelled = 0;
  if (touch.held && cancelled == 0 && pressed_escape(ui)) {
    session.undo();  // all moves of a drag are one change
    session.chosen = cell(*touch.held);
    cancelled = 1;
  }
  // The pointer is elsewhere by now; what is told of is the number that changes.
  if (touch.held) point_at(session, cell(*touch.held));
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
    const auto value = parse_number(edit.text);
    if (value && std::isfinite(*value) && !std::isfinite(static_cast<Real>(*value))) {
      session.message =
          "“" + edit.text + "” is beyond what 32 bits hold (3.4e38); type inf if that is meant";
      session.message_is_error = true;
    } else if (value) {
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
