#include "app/views/transformer/attention_maps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/matrix.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// One head, small; the cell under the pointer is explained as everywhere.
void draw_head(Ui& ui, Session& session, const AttentionMap& weights, Rect box) {
  const RunPtr run = session.run();
  const Shape shape = weights.values->shape();
  const float cell =
      std::min(box.w / static_cast<float>(shape.cols), box.h / static_cast<float>(shape.rows));
  const Rect map{box.x, box.y, cell * static_cast<float>(shape.cols),
                 cell * static_cast<float>(shape.rows)};
  MatrixSpec spec;
  if (weights.var) {
    spec = matrix_spec(session, *run, nullptr, weights.var, false, {}, 0);
  } else {
    spec.values = weights.values;
    spec.role = Role::probability;
  }
  draw_heat_map(ui, map, spec);
  ui.canvas.frame(map.inset(-ui.theme.px(1)), ui.theme.rule, ui.theme.px(1));
  const Touch touch =
      ui.touch(weights.var ? Ui::id(spec.id)
                           : Ui::id("recorded", reinterpret_cast<std::uintptr_t>(weights.values)),
               map);
  if (weights.var) report_cells(ui, spec.id, shape, false, map);
  if (!touch.hovered) return;
  const auto index = [&](float from, float at, int count) {
    return std::clamp(static_cast<int>((at - from) / cell), 0, count - 1);
  };
  const int row = index(map.y, ui.input.mouse.y, shape.rows);
  const int col = index(map.x, ui.input.mouse.x, shape.cols);
  CellTouch cell_touch;
  if (weights.var) {
    cell_touch = touch_cell(session, cell_of(run->tape, weights.var, row, col), touch);
  }
  ui.canvas.frame(
      {map.x + cell * static_cast<float>(col), map.y + cell * static_cast<float>(row), cell, cell},
      ui.theme.lit, ui.theme.px(1.5F));
  ui.tip(fmt::format("{} → {}: {}", weights.rows[static_cast<std::size_t>(row)],
                     weights.cols[static_cast<std::size_t>(col)],
                     cell_touch.shown(format_cell((*weights.values)(row, col)))));
}

// The heads of a layer, in as many lines as make them largest.
void draw_heads(Ui& ui, Session& session, const std::vector<AttentionMap>& heads, Rect area) {
  const Shape shape = heads.front().values->shape();
  const float gap = ui.theme.px(10);
  const int count = static_cast<int>(heads.size());
  int columns = count;
  float cell = 0;
  for (int c = 1; c <= count; ++c) {
    const int rows = (count + c - 1) / c;
    const auto across = static_cast<float>(c), down = static_cast<float>(rows);
    const float fits =
        std::min((area.w - gap * (across - 1)) / across / static_cast<float>(shape.cols),
                 (area.h - gap * (down - 1)) / down / static_cast<float>(shape.rows));
    if (fits > cell) {
      cell = fits;
      columns = c;
    }
  }
  const float w = cell * static_cast<float>(shape.cols), h = cell * static_cast<float>(shape.rows);
  for (int i = 0; i < count; ++i) {
    const int row = i / columns, column = i % columns;
    draw_head(ui, session, heads[static_cast<std::size_t>(i)],
              {area.x + (w + gap) * static_cast<float>(column),
               area.y + (h + gap) * static_cast<float>(row), w, h});
  }
}

}  // namespace

void draw_attention_maps(Ui& ui, Session& session,
                         const std::vector<std::vector<AttentionMap>>& layers, Rect area) {
  if (layers.empty()) return;
  const Theme& theme = ui.theme;
  ui.canvas.text_in(area.take_top(theme.px(26)), "cross-attention, the translation in rows",
                    theme.small(), theme.faint_ink);
  const float gap = theme.px(10);
  const auto lines = static_cast<float>(layers.size());
  const float height = (area.h - gap * (lines - 1)) / lines;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    Rect line = area.take_top(height);
    area.take_top(gap);
    ui.canvas.text_in(line.take_top(theme.px(24)), fmt::format("layer {}", l + 1), theme.small(),
                      theme.soft_ink);
    draw_heads(ui, session, layers[l], line);
  }
}

}  // namespace glassformer
