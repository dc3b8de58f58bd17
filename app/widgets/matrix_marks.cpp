#include <algorithm>
#include <cmath>

#include "app/widgets/matrix_parts.h"

namespace glassformer {

namespace {

bool differs(const MatrixSpec& spec, Place p) {
  const Real now = (*spec.values)(p.first, p.second), was = (*spec.before)(p.first, p.second);
  return now != was && !(std::isnan(now) && std::isnan(was));
}

void paint_flash(const MatrixDrawing& d) {
  const MatrixSpec& spec = d.spec;
  if (spec.flash <= 0 || spec.before == nullptr || spec.before->shape() != spec.values->shape()) {
    return;
  }
  const Theme& theme = d.ui.theme;
  const Color color = theme.changed.alpha(0.75F * std::min(1.0F, spec.flash));
  if (d.layout.numbers) {
    for (int r = d.view.row_from; r < d.view.row_to; ++r) {
      for (int c = d.view.col_from; c < d.view.col_to; ++c) {
        if (!differs(spec, d.grid.place(r, c)) || !d.grid.revealed(r, c)) continue;
        const Rect box = d.grid.cell(r, c).inset(theme.px(1));
        d.ui.canvas.fill(box, color.alpha(0.45F), theme.px(3));
        d.ui.canvas.frame(box, color, theme.px(2.5F), theme.px(3));
      }
    }
    return;
  }
  const ChangedCells& changed = changed_cells(spec);
  if (changed.all) {
    d.ui.canvas.frame(d.layout.cells.inset(-theme.px(2)), color, theme.px(3));
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
    ring(d, box.inset(-theme.px(1)), theme.page, 5);
    ring(d, box.inset(-theme.px(1)), theme.accent, 3);
  }
}

}  // namespace glassformer
