#include "app/views/vectors/arrow_plane.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/plane.h"
#include "app/widgets/point_names.h"

namespace glassformer {

namespace {

bool finite(const PlaneArrow& arrow) {
  return std::isfinite(arrow.tip.x + arrow.tip.y + arrow.step.x + arrow.step.y);
}

// The places of a legend's entries in lines of this room, px; none where one is too wide for it.
std::vector<Vec> places_of(const Ui& ui, const std::vector<PlaneLegend>& legend, float dot,
                           float high, float room) {
  const Theme& theme = ui.theme;
  const auto words = [&](const PlaneLegend& entry) {
    return ui.canvas.width(entry.name, theme.small());
  };
  float all = 0;
  for (const PlaneLegend& entry : legend) all += dot + words(entry);
  const float gaps = std::max(1.0F, static_cast<float>(legend.size()) - 1);
  float gap = theme.px(12);
  if (all + gaps * theme.px(5) <= room) gap = std::min(gap, (room - all) / gaps);
  std::vector<Vec> places;
  Vec next;
  for (const PlaneLegend& entry : legend) {
    const float width = dot + words(entry);
    if (width > room) return {};
    if (next.x + width > room + 1) next = {0, next.y + high};
    places.push_back(next);
    next.x += width + gap;
  }
  return places;
}

// What each colour that is drawn means, at the foot, in as many lines as it takes; nothing where it
// has no room. The room is that of all entries, so that the plane stays when one comes.
void draw_legend(Ui& ui, const std::vector<PlaneLegend>& legend,
                 const std::vector<PlaneArrow>& arrows, Rect& area) {
  const Theme& theme = ui.theme;
  const float dot = theme.px(14), high = theme.px(24), room = area.w - theme.px(16);
  const std::vector<Vec> all = places_of(ui, legend, dot, high, room);
  if (all.empty() || area.h < theme.px(140) + all.back().y) return;
  const Rect foot = area.take_bottom(all.back().y + high + theme.px(2)).inset(theme.px(8), 0);
  std::vector<PlaneLegend> drawn;
  std::ranges::copy_if(legend, std::back_inserter(drawn), [&](const PlaneLegend& entry) {
    return std::ranges::any_of(arrows, [&](const PlaneArrow& arrow) {
      const bool moves = arrow.step.x != 0 || arrow.step.y != 0;
      return arrow.color == entry.color || (moves && entry.color == theme.accent);
    });
  });
  const std::vector<Vec> places = places_of(ui, drawn, dot, high, room);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Vec at = foot.origin() + places[i];
    ui.canvas.circle({at.x + theme.px(4), at.y + high / 2}, theme.px(4), drawn[i].color);
    ui.canvas.text_in({at.x + dot, at.y, ui.canvas.width(drawn[i].name, theme.small()) + 1, high},
                      drawn[i].name, theme.small(), theme.soft_ink);
  }
}

}  // namespace

void draw_arrow_plane(Ui& ui, Session& session, const std::vector<PlaneArrow>& arrows,
                      const std::vector<PlaneLegend>& legend, Rect area, float margin) {
  const Theme& theme = ui.theme;
  std::vector<PlaneArrow> shown;
  std::copy_if(arrows.begin(), arrows.end(), std::back_inserter(shown), finite);
  // What is spoken of lies over the rest, and names itself first.
  std::stable_sort(shown.begin(), shown.end(),
                   [](const PlaneArrow& a, const PlaneArrow& b) { return a.rank() < b.rank(); });
  ui.canvas.fill(area, theme.panel, theme.px(8));
  draw_legend(ui, legend, shown, area);
  std::vector<Vec> held{{}};  // the origin and all arrows
  for (const PlaneArrow& arrow : shown) {
    held.push_back(arrow.tip);
    held.push_back(arrow.tip + arrow.step);
  }
  const Plane plane(held, area.inset(std::min(theme.px(margin), 0.14F * std::min(area.w, area.h))));
  ui.canvas.push_clip(area);
  const Vec origin = plane.origin();
  const Color axis = mix(theme.panel, theme.soft_ink, 0.65F);
  ui.canvas.line({area.x, origin.y}, {area.right(), origin.y}, axis, theme.px(1));
  ui.canvas.line({origin.x, area.y}, {origin.x, area.bottom()}, axis, theme.px(1));
  PointNames names(ui, area.inset(theme.px(4)), theme.panel);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const PlaneArrow& arrow = shown[i];
    const Vec tip = plane.at(arrow.tip), moved = plane.at(arrow.tip + arrow.step);
    const CellTouch touch = touch_cell(ui, session, arrow.cell, square_around(tip, theme.px(12)));
    if (touch.hidden) continue;
    const bool lit = touch.lit || is_under_pointer(session, arrow.name);
    draw_arrow(ui.canvas, origin, tip, arrow.color, theme.px(arrow.strong || lit ? 3 : 1.6F),
               theme.px(10));
    draw_arrow(ui.canvas, tip, moved, theme.accent, theme.px(3), theme.px(10));
    if (!lit) continue;
    ui.canvas.ring(tip, theme.px(8), theme.lit, theme.px(2));
    names.keep_free(tip, theme.px(10));
  }
  std::erase_if(shown, [&](const PlaneArrow& arrow) { return hides(session, arrow.cell); });
  for (const PlaneArrow& arrow : shown) {
    const Vec tip = plane.at(arrow.tip), moved = plane.at(arrow.tip + arrow.step);
    names.keep_free(tip, theme.px(5));
    names.keep_free(moved, theme.px(5));
    names.add_line(origin, tip);
    names.add_line(tip, moved);
  }
  for (auto arrow = shown.rbegin(); arrow != shown.rend(); ++arrow) {
    names.draw({arrow->name, arrow->strong ? theme.strong() : theme.small(), arrow->color,
                plane.at(arrow->tip), origin},
               theme.px(8));
  }
  ui.canvas.pop_clip();
}

}  // namespace glassformer
