#include "app/views/attention/head_grid.h"

#include <fmt/format.h>

#include <algorithm>

namespace glassformer {

float layer_names_width(const Ui& ui, int layers) {
  float widest = 0;
  for (int i = 1; i <= layers; ++i) {
    widest = std::max(widest, ui.canvas.width(fmt::format("layer {}", i), ui.theme.small()));
  }
  return widest;
}

std::string head_name(const Ui& ui, int head, int heads, float room) {
  const auto fit = [&](const std::string& before) {
    for (int i = 1; i <= heads; ++i) {
      if (ui.canvas.width(before + std::to_string(i), ui.theme.small()) > room) return false;
    }
    return true;
  };
  if (fit("head ")) return fmt::format("head {}", head + 1);
  return fit("") ? std::to_string(head + 1) : "";
}

HeadGrid draw_named_grid(Ui& ui, Rect area, int layers, int heads) {
  const Theme& theme = ui.theme;
  const float names = layer_names_width(ui, layers) + theme.px(10);
  const float high = ui.canvas.line_height(theme.small()), line = high + theme.px(6);
  const float gap = theme.px(heads > 8 ? 4.0F : 10.0F);
  const auto across = static_cast<float>(heads), down = static_cast<float>(layers);
  HeadGrid grid;
  grid.side = std::max(theme.px(6),
                       std::min((area.w - names) / across - gap, (area.h - line) / down - gap));
  grid.step = grid.side + gap;
  grid.origin = {area.center().x - (across * grid.step - gap - names) / 2,
                 area.center().y - (down * grid.step - gap - line) / 2};
  const int each = grid.step >= high ? 1 : static_cast<int>(high / grid.step) + 1;
  for (int layer = 0; layer < layers; layer += each) {
    const Rect map = grid.at(layer, 0);
    ui.canvas.text_in({map.x - names, map.center().y - high / 2, names - theme.px(10), high},
                      fmt::format("layer {}", layer + 1), theme.small(), theme.soft_ink,
                      Align::right);
  }
  for (int head = 0; head < heads; ++head) {
    const Rect map = grid.at(0, head);
    ui.canvas.text_in({map.x - gap / 2, map.y - line, grid.step, line},
                      head_name(ui, head, heads, grid.step), theme.small(), theme.soft_ink,
                      Align::center);
  }
  return grid;
}

}  // namespace glassformer
