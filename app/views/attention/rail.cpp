#include "app/views/attention/rail.h"

#include <algorithm>

#include "app/views/attention/route.h"

namespace glassformer {

namespace {

constexpr float kTallest = 36, kBetween = 4, kColumns = 10;  // px at scale 1
// Of the height of another box that of a sum has, where all in one height would have no names.
constexpr float kLowSum = 0.4F;

float heights_of(const std::vector<SubLayer>& stops, const std::vector<int>& column, float sum) {
  float all = 0;
  for (const int i : column) all += stops[static_cast<std::size_t>(i)].sum ? sum : 1;
  return all;
}

}  // namespace

int draw_rail(Ui& ui, const std::vector<SubLayer>& stops, int here, Rect area) {
  const Theme& theme = ui.theme;
  std::vector<int> columns[2];
  for (std::size_t i = 0; i < stops.size(); ++i) {
    columns[stops[i].decoder ? 1 : 0].push_back(static_cast<int>(i));
  }
  const std::size_t most = std::max(columns[0].size(), columns[1].size());
  if (most == 0) return -1;
  const float name = theme.px(24);
  const float line = ui.canvas.line_height(theme.small());
  float each = std::min(theme.px(kTallest), (area.h - name) / static_cast<float>(most));
  float gap = std::min(theme.px(kBetween), each / 4);
  float sum = 1;
  if (each - gap < line) {
    sum = kLowSum;
    const float tallest =
        std::max(heights_of(stops, columns[0], sum), heights_of(stops, columns[1], sum));
    each = std::min(theme.px(kTallest), (area.h - name) / tallest);
    gap = std::min(theme.px(kBetween), sum * each / 4);
  }
  const bool both = !columns[0].empty() && !columns[1].empty();
  const float between = theme.px(kColumns), width = both ? (area.w - between) / 2 : area.w;
  // Both stand on one ground, at the foot of the area.
  const float foot = area.bottom();
  int clicked = -1;
  float x = area.x;
  for (const bool decoder : {false, true}) {
    const std::vector<int>& column = columns[decoder ? 1 : 0];
    if (column.empty()) continue;
    const float top = foot - each * heights_of(stops, column, sum);
    const char* whole = decoder ? "Decoder" : "Encoder";
    const bool fits = ui.canvas.width(whole, theme.small()) <= width;
    ui.canvas.text_in({x, top - name, width, name},
                      fits      ? whole
                      : decoder ? "Dec."
                                : "Enc.",
                      theme.small(), theme.soft_ink);
    float floor = foot;
    for (const int i : column) {
      const SubLayer& stop = stops[static_cast<std::size_t>(i)];
      const float high = stop.sum ? sum * each : each;
      floor -= high;
      const Rect box{x, floor + gap, width, high - gap};
      const bool named = box.h >= line;
      const Touch touch = ui.touch(Ui::id("rail", static_cast<Ui::Id>(i)), box);
      if (touch.clicked) clicked = i;
      if (touch.hovered) ui.tip(full_name(stop));
      const bool on = i == here;
      const Color color = color_of(theme, stop);
      ui.canvas.fill(box, on ? color : mix(theme.page, color, touch.hovered ? 0.45F : 0.22F),
                     std::min(theme.px(5), box.h / 4));
      if (named) {
        const Type type{on ? Face::bold : Face::text, theme.small().size};
        ui.canvas.text_in(box, short_name(stop), type, on ? ink_on(color) : theme.ink,
                          Align::center);
      }
    }
    x += width + between;
  }
  return clicked;
}

}  // namespace glassformer
