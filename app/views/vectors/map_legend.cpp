#include "app/views/vectors/map_legend.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

float width_of(const Ui& ui, const ColorLegend& entry) {
  return ui.canvas.width(entry.name, ui.theme.small()) + ui.theme.px(22);
}

// True if it was clicked.
bool draw_entry(Ui& ui, const ColorLegend& entry, Rect chip) {
  const Theme& theme = ui.theme;
  const Touch touch = ui.touch(Ui::id("legend " + entry.name), chip);
  if (touch.hovered && entry.shade >= 0) ui.canvas.fill(chip, theme.pressed, theme.px(5));
  const Vec dot{chip.x + theme.px(9), chip.center().y};
  if (entry.off) {
    ui.canvas.ring(dot, theme.px(4.5F), entry.color, theme.px(1.5F));
  } else {
    ui.canvas.circle(dot, theme.px(5), entry.color);
  }
  ui.canvas.text_in({chip.x + theme.px(17), chip.y, chip.w, chip.h}, entry.name, theme.small(),
                    entry.off ? theme.faint_ink : theme.soft_ink);
  return touch.clicked;
}

}  // namespace

float map_legend_width(const Ui& ui, const std::vector<ColorLegend>& legend) {
  float sum = 0;
  for (const ColorLegend& entry : legend) sum += width_of(ui, entry);
  return sum;
}

int draw_map_legend(Ui& ui, const std::vector<ColorLegend>& legend, Rect row) {
  if (legend.empty()) return -1;
  const Theme& theme = ui.theme;
  int clicked = -1;
  const auto entry = [&](const ColorLegend& one) {
    if (draw_entry(ui, one, row.take_left(width_of(ui, one)))) clicked = one.shade;
  };
  ui.canvas.push_clip(row);
  if (map_legend_width(ui, legend) <= row.w) {
    for (const ColorLegend& one : legend) entry(one);
    ui.canvas.pop_clip();
    return clicked;
  }
  const auto more = [](std::size_t count) { return fmt::format("+ {} more", count); };
  const float rest = ui.canvas.width(more(legend.size()), theme.small()) + theme.px(10) +
                     width_of(ui, legend.back());
  std::size_t shown = 0;
  while (shown + 1 < legend.size() && row.w - width_of(ui, legend[shown]) >= rest) {
    entry(legend[shown++]);
  }
  if (const std::size_t left = legend.size() - 1 - shown; left > 0) {
    const std::string words = more(left);
    ui.canvas.text_in(row.take_left(ui.canvas.width(words, theme.small()) + theme.px(10)), words,
                      theme.small(), theme.faint_ink);
  }
  entry(legend.back());
  ui.canvas.pop_clip();
  return clicked;
}

int draw_legend_list(Ui& ui, const std::vector<ColorLegend>& legend, Rect area) {
  const Theme& theme = ui.theme;
  const float row = std::min(theme.px(38), area.h / std::max<float>(1, legend.size()));
  int clicked = -1;
  for (const ColorLegend& one : legend) {
    if (area.h < theme.px(20)) break;
    Rect chip = area.take_top(std::max(row, theme.px(20)));
    const Touch touch = ui.touch(Ui::id("legend " + one.name), chip);
    if (touch.hovered && one.shade >= 0) ui.canvas.fill(chip, theme.pressed, theme.px(5));
    if (touch.clicked) clicked = one.shade;
    const Rect dot = chip.take_left(theme.px(26));
    if (one.off) {
      ui.canvas.ring({dot.x + theme.px(9), dot.center().y}, theme.px(7), one.color, theme.px(2));
    } else {
      ui.canvas.circle({dot.x + theme.px(9), dot.center().y}, theme.px(8), one.color);
    }
    text_fitted(ui, chip, one.name, theme.body(), one.off ? theme.faint_ink : theme.ink);
  }
  return clicked;
}

}  // namespace glassformer
