#include "app/views/transformer/attention_maps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "app/views/parts/column_names.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "app/widgets/matrix.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

MatrixSpec spec_of(const Session& session, const AttentionMap& weights) {
  if (weights.var) return matrix_spec(session, *session.run(), nullptr, weights.var, false, {}, 0);
  MatrixSpec spec;
  spec.values = weights.values;
  spec.role = Role::probability;
  return spec;
}

Ui::Id id_of(const MatrixSpec& spec, const AttentionMap& weights) {
  return weights.var ? Ui::id(spec.id)
                     : Ui::id("recorded", reinterpret_cast<std::uintptr_t>(weights.values));
}

// Words beside rows, or over columns, that are too narrow for all: every so many.
int every(float line, float cell) {
  return std::max(1, static_cast<int>(std::ceil(line / std::max(1.0F, cell))));
}

}  // namespace

void draw_attention_map(Ui& ui, Session& session, const AttentionMap& weights, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Shape shape = weights.values->shape();
  if (shape.rows == 0 || shape.cols == 0) return;
  const Type type = theme.small();
  const float line = ui.canvas.line_height(type);
  float names = 0;
  for (const std::string& word : weights.rows) names = std::max(names, name_width(ui, word, type));
  names = std::min(names + theme.px(10), 0.3F * area.w);
  Rect left = area.take_left(names);
  const float wide = area.w / static_cast<float>(shape.cols);
  const ColumnNames columns(ui, weights.cols, wide, type.size);
  const Rect below = area.take_bottom(columns.height() + theme.px(4));
  left.h = area.h;
  const float high = area.h / static_cast<float>(shape.rows);
  MatrixSpec spec = spec_of(session, weights);
  draw_heat_map(ui, area, spec);
  const int row_step = every(line, high);
  const auto cell_at = [&](int r, int c) {
    return Rect{area.x + wide * static_cast<float>(c), area.y + high * static_cast<float>(r), wide,
                high};
  };
  for (int r = 0; r < shape.rows; r += row_step) {
    const Rect row = cell_at(r, 0);
    ui.canvas.text_in({left.x, row.center().y - line / 2, left.w - theme.px(8), line},
                      weights.rows[static_cast<std::size_t>(r)], type, theme.ink, Align::right);
  }
  for (int c = 0; c < shape.cols; ++c) {
    if (columns.shows(c))
      columns.draw(ui, c, cell_at(0, c).center().x, below.y + theme.px(2), below, theme.ink, false);
  }
  const Touch touch = ui.touch(id_of(spec, weights), area);
  if (weights.var) report_cells(ui, spec.id, shape, false, area);
  if (!touch.hovered) return;
  const auto index = [](float along, float cell, int count) {
    return std::clamp(static_cast<int>(along / cell), 0, count - 1);
  };
  const int row = index(ui.input.mouse.y - area.y, high, shape.rows);
  const int col = index(ui.input.mouse.x - area.x, wide, shape.cols);
  CellTouch cell_touch;
  if (weights.var)
    cell_touch = touch_cell(session, cell_of(run->tape, weights.var, row, col), touch);
  ui.canvas.frame(cell_at(row, col), theme.lit, theme.px(2));
  ui.tip(fmt::format("{} → {}: {}", weights.rows[static_cast<std::size_t>(row)],
                     weights.cols[static_cast<std::size_t>(col)],
                     cell_touch.shown(format_cell((*weights.values)(row, col)))));
}

std::optional<HeadPlace> draw_attention_heads(Ui& ui, Session& session,
                                              const AttentionLayers& layers, HeadPlace chosen,
                                              Rect area) {
  const Theme& theme = ui.theme;
  std::optional<HeadPlace> clicked;
  std::size_t most = 1;
  for (const auto& heads : layers) most = std::max(most, heads.size());
  const float gap = theme.px(8);
  const auto count = static_cast<float>(layers.size()), rows = static_cast<float>(most);
  const float wide = (area.w - gap * (count - 1)) / count;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    Rect column = area.take_left(wide);
    area.take_left(gap);
    ui.canvas.text_in(column.take_top(theme.px(30)), fmt::format("layer {}", l + 1), theme.small(),
                      theme.soft_ink, Align::center);
    const float high = (column.h - gap * (rows - 1)) / rows;
    for (std::size_t h = 0; h < layers[l].size(); ++h) {
      const Rect map = column.take_top(high);
      column.take_top(gap);
      const MatrixSpec spec = spec_of(session, layers[l][h]);
      draw_heat_map(ui, map, spec);
      const bool on = l == chosen.layer && h == chosen.head;
      const Touch touch = ui.touch(Ui::id("small head", 64 * l + h), map);
      if (on || touch.hovered)
        ui.canvas.frame(map.inset(-theme.px(2)), on ? theme.accent : theme.lit, theme.px(3));
      if (touch.clicked) clicked = HeadPlace{l, h};
    }
  }
  return clicked;
}

}  // namespace glassformer
