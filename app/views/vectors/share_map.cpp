#include "app/views/vectors/share_map.h"

#include <algorithm>
#include <vector>

#include "app/views/parts/bars.h"

namespace glassformer {

namespace {

// How far from a square the worst of a strip's tiles is, where so much area lies along this side.
float worst(const std::vector<float>& strip, float sum, float side) {
  const float thick = sum / side;
  float most = 1;
  for (const float area : strip) {
    const float along = area / thick;
    most = std::max(most, std::max(along / thick, thick / std::max(along, 1e-6F)));
  }
  return most;
}

// Tiles as near to squares as they get (Bruls et al. 2000), the largest at the top left: strips
// along the shorter side of what is left.
std::vector<Rect> tiles_of(std::vector<float> areas, Rect left) {
  std::vector<Rect> tiles;
  std::size_t next = 0;
  while (next < areas.size() && left.w > 0 && left.h > 0) {
    const float side = std::min(left.w, left.h);
    std::vector<float> strip{areas[next]};
    float sum = areas[next];
    while (next + strip.size() < areas.size()) {
      std::vector<float> longer = strip;
      const float more = areas[next + strip.size()];
      longer.push_back(more);
      if (worst(longer, sum + more, side) > worst(strip, sum, side)) break;
      strip = std::move(longer);
      sum += more;
    }
    const bool column = left.w >= left.h;
    const float thick = sum / side;
    Rect band = column ? left.take_left(thick) : left.take_top(thick);
    for (const float area : strip) {
      const float along = thick > 0 ? area / thick : 0;
      tiles.push_back(column ? band.take_top(along) : band.take_left(along));
    }
    next += strip.size();
  }
  tiles.resize(areas.size());
  return tiles;
}

}  // namespace

std::string draw_share_map(Ui& ui, Session& session, const ShareMap& map, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Mat& values = run->tape.value(map.values);
  const Axis& words = run->tape.node(map.values).label.cols;
  float sum = 0;
  for (int k = 0; k < values.cols(); ++k) sum += std::max<float>(0, values(0, k));
  if (!(sum > 0)) return {};
  std::vector<float> areas;
  for (int k = 0; k < values.cols(); ++k)
    areas.push_back(std::max<float>(0, values(0, k)) / sum * area.w * area.h);
  const std::vector<Rect> tiles = tiles_of(std::move(areas), area);
  const float line = ui.canvas.line_height(theme.small());
  std::string hovered;
  for (int k = 0; k < values.cols(); ++k) {
    const Rect tile = tiles[static_cast<std::size_t>(k)].inset(
        std::min(theme.px(1), tiles[static_cast<std::size_t>(k)].w * 0.1F));
    const std::string word = axis_label(words, k);
    const Target cell = cell_of(run->tape, map.values, 0, k);
    const CellTouch touch = touch_cell(ui, session, cell, tile);
    if (touch.hovered) hovered = word;
    const float round = std::min(theme.px(3), tile.h * 0.1F);
    if (touch.hidden) {
      draw_hidden(ui, tile, round);
      continue;
    }
    const Color color = map.color(k);
    ui.canvas.fill(tile, color, round);
    const std::string number = three_decimals(values(0, k));
    const float pad = theme.px(6);
    const bool named = tile.h >= line && ui.canvas.width(word, theme.small()) + 2 * pad <= tile.w;
    const bool counted = named && tile.h >= 2.2F * line &&
                         ui.canvas.width(number, theme.number()) + 2 * pad <= tile.w;
    const Color ink = ink_on(color);
    Rect text = tile.inset(pad, counted ? pad : 0);
    if (counted) {
      ui.canvas.text_in(text.take_top(line), word, theme.small(), ink);
      ui.canvas.text_in(text.take_top(line), number, theme.number(), ink);
    } else if (named) {
      ui.canvas.text_in(text, word, theme.small(), ink);
    }
    if (touch.lit || (!map.touched.empty() && map.touched == word)) {
      ui.canvas.frame(tile, theme.lit, theme.px(3), theme.px(3));
    }
    if (touch.hovered && !counted) ui.tip(word + "  " + number);
  }
  return hovered;
}

}  // namespace glassformer
