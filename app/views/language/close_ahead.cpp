#include "app/views/language/close_ahead.h"

#include <algorithm>
#include <vector>

namespace glassformer {

void close_ahead(Ui& ui, const MatrixLayout& map, int tokens) {
  const Theme& theme = ui.theme;
  const Rect cells = map.cells;
  const auto count = static_cast<float>(std::max(1, tokens));
  const float wide = cells.w / count, high = cells.h / count;
  std::vector<Vec> stairs;
  for (int i = 0; i < tokens; ++i) {
    const float x = cells.x + wide * static_cast<float>(i + 1),
                y = cells.y + high * static_cast<float>(i);
    ui.canvas.fill({x, y, cells.right() - x, high}, mix(theme.page, theme.ink, 0.1F));
    stairs.push_back({x, y});
    stairs.push_back({x, y + high});
  }
  ui.canvas.polyline(stairs, theme.ink, theme.px(2));
}

}  // namespace glassformer
