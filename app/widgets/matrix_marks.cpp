#include <algorithm>
#include <cmath>

#include "app/widgets/matrix_parts.h"

namespace glassformer {

namespace {

// In a texture; cells with numbers flash as they are painted, under their number.
void paint_flash(const MatrixDrawing& d) {
  if (d.spec.flash <= 0 || d.layout.numbers) return;
  const Color color = d.ui.theme.changed.alpha(0.75F * std::min(1.0F, d.spec.flash));
  const ChangedCells& changed = changed_cells(d.spec);
  if (changed.all) {
    d.ui.canvas.frame(d.layout.cells.inset(-d.ui.theme.px(2)), color, d.ui.theme.px(3));
    return;
  }
  for (const Place& p : changed.cells) d.ui.canvas.fill(d.grid.cell_at(p), color);
}

void ring(const MatrixDrawing& d, Rect rect, Color color, float thickness) {
  d.ui.canvas.frame(rect, color, d.ui.theme.px(thickness), d.ui.theme.px(3));
}

void paint_corner(const MatrixDrawing& d, Place p) {
  const Rect box = d.grid.cell_at(p).inset(std::min(1.0F, d.layout.cell * 0.1F));
  const float side = std::min(d.ui.theme.px(9), box.w * 0.5F);
  if (side < 2) return;
  d.ui.canvas.polygon(
      {{box.right() - side, box.y}, {box.right(), box.y}, {box.right(), box.y + side}},
      d.ui.theme.accent);
}

// The chosen cell under the pointer can be dragged up and down.
void paint_drag_hint(const MatrixDrawing& d, Rect box) {
  const float half = d.ui.theme.px(5), out = d.ui.theme.px(5), high = d.ui.theme.px(5);
  const float x = box.center().x, top = box.y - out, bottom = box.bottom() + out;
  const Color color = d.ui.theme.accent;
  d.ui.canvas.polygon({{x - half, top}, {x, top - high}, {x + half, top}}, color);
  d.ui.canvas.polygon({{x - half, bottom}, {x + half, bottom}, {x, bottom + high}}, color);
}

}  // namespace

void paint_marks(const MatrixDrawing& d) {
  const Theme& theme = d.ui.theme;
  const MatrixSpec& spec = d.spec;
  paint_flash(d);
  for (const Place& p : spec.edited) {
    if (spec.values->contains(p.first, p.second)) paint_corner(d, p);
  }
  const Color band = theme.lit.alpha(0.75F);
  if (spec.lit_row >= 0 && spec.lit_row < spec.values->rows()) {
    ring(d, d.grid.mat_row(spec.lit_row), band, 1.5F);
  }
  if (spec.lit_col >= 0 && spec.lit_col < spec.values->cols()) {
    ring(d, d.grid.mat_col(spec.lit_col), band, 1.5F);
  }
  for (const auto& block : d.lit.blocks) {
    ring(d, d.grid.block(block.row, block.col, block.rows, block.cols), theme.lit, 2);
  }
  if (d.hovered && d.hovered != spec.chosen) ring(d, d.grid.cell_at(*d.hovered), theme.lit, 1.5F);
  if (spec.chosen && spec.values->contains(spec.chosen->first, spec.chosen->second)) {
    const Rect box = d.grid.cell_at(*spec.chosen);
    // In a low cell a thick ring would lie over the number.
    const bool thin = d.layout.numbers && d.layout.cell < theme.px(30);
    if (!thin) ring(d, box.inset(-theme.px(1)), theme.page, 5);
    ring(d, box.inset(-theme.px(1)), theme.accent, thin ? 2 : 3);
    const bool draggable = spec.editable && spec.role != Role::mask;
    if (draggable && d.hovered == spec.chosen) paint_drag_hint(d, box);
  }
}

}  // namespace glassformer
