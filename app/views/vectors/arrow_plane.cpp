#include "app/views/vectors/arrow_plane.h"

#include <algorithm>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/point_names.h"

namespace glassformer {

namespace {

float length(Vec v) {
  return std::hypot(v.x, v.y);
}

void draw_arrow(Canvas& canvas, Vec from, Vec to, Color color, float thickness, float head) {
  const Vec along = to - from;
  const float size = length(along);
  if (size < 0.5F) return;
  const Vec unit = along * (1 / size), across{-unit.y, unit.x};
  const float h = std::min(head, size);
  const Vec neck = to - unit * h;
  if (size > h) canvas.line(from, neck, color, thickness);
  canvas.polygon({to, neck + across * (h * 0.45F), neck - across * (h * 0.45F)}, color);
}

// From the vectors' unit to the screen: the origin and all arrows are in the area.
class Plane {
 public:
  Plane(const std::vector<PlaneArrow>& arrows, Rect area, float margin) {
    float left = 0, right = 0, low = 0, high = 0;
    const auto hold = [&](Vec p) {
      left = std::min(left, p.x);
      right = std::max(right, p.x);
      low = std::min(low, p.y);
      high = std::max(high, p.y);
    };
    for (const PlaneArrow& arrow : arrows) {
      hold(arrow.tip);
      hold(arrow.tip + arrow.step);
    }
    const Rect inner = area.inset(margin);
    unit_ =
        std::min(inner.w / std::max(right - left, 1e-6F), inner.h / std::max(high - low, 1e-6F));
    origin_ = {inner.center().x - (left + right) / 2 * unit_,
               inner.center().y + (low + high) / 2 * unit_};
  }
  Vec at(Vec p) const { return {origin_.x + p.x * unit_, origin_.y - p.y * unit_}; }
  Vec origin() const { return origin_; }

 private:
  Vec origin_;
  float unit_ = 1;
};

bool finite(const PlaneArrow& arrow) {
  return std::isfinite(arrow.tip.x + arrow.tip.y + arrow.step.x + arrow.step.y);
}

// What each colour means, at the foot, in as many lines as it takes; nothing where it has no room.
void draw_legend(Ui& ui, const std::vector<PlaneLegend>& legend, Rect& area) {
  const Theme& theme = ui.theme;
  const float dot = theme.px(14), high = theme.px(24), room = area.w - theme.px(16);
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
    if (width > room) return;
    if (next.x + width > room + 1) next = {0, next.y + high};
    places.push_back(next);
    next.x += width + gap;
  }
  if (legend.empty() || area.h < theme.px(140) + next.y) return;
  const Rect foot = area.take_bottom(next.y + high + theme.px(2)).inset(theme.px(8), 0);
  for (std::size_t i = 0; i < legend.size(); ++i) {
    const Vec at = foot.origin() + places[i];
    ui.canvas.circle({at.x + theme.px(4), at.y + high / 2}, theme.px(4), legend[i].color);
    ui.canvas.text_in({at.x + dot, at.y, words(legend[i]) + 1, high}, legend[i].name, theme.small(),
                      theme.soft_ink);
  }
}

}  // namespace

void draw_arrow_plane(Ui& ui, Session& session, const std::vector<PlaneArrow>& arrows,
                      const std::vector<PlaneLegend>& legend, Rect area) {
  const Theme& theme = ui.theme;
  std::vector<PlaneArrow> shown;
  std::copy_if(arrows.begin(), arrows.end(), std::back_inserter(shown), finite);
  // What is spoken of lies over the rest, and names itself first.
  std::stable_sort(shown.begin(), shown.end(),
                   [](const PlaneArrow& a, const PlaneArrow& b) { return a.rank() < b.rank(); });
  ui.canvas.fill(area, theme.panel, theme.px(8));
  draw_legend(ui, legend, area);
  const Plane plane(shown, area, std::min(theme.px(56), 0.14F * std::min(area.w, area.h)));
  ui.canvas.push_clip(area);
  const Vec origin = plane.origin();
  ui.canvas.line({area.x, origin.y}, {area.right(), origin.y}, theme.rule, theme.px(1));
  ui.canvas.line({origin.x, area.y}, {origin.x, area.bottom()}, theme.rule, theme.px(1));
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
    if (lit) ui.canvas.ring(tip, theme.px(8), theme.lit, theme.px(2));
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
