#include "app/views/arrow_plane.h"

#include <algorithm>
#include <cmath>

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

// Beside the tip, where neither the step nor another label is; nowhere if there is no room.
void draw_name(Ui& ui, const PlaneArrow& arrow, Vec tip, Vec origin, Rect area,
               std::vector<Rect>& taken) {
  const Theme& theme = ui.theme;
  const Type type = arrow.strong ? theme.strong() : theme.body();
  const float w = ui.canvas.width(arrow.name, type), h = ui.canvas.line_height(type);
  const float gap = theme.px(8);
  // Away from the origin if the step leaves that side free, else on the other one.
  const bool away = tip.x >= origin.x;
  const bool stepped = length(arrow.step) > 0;
  const bool right = stepped ? arrow.step.x < 0 : away;
  const float up = !stepped ? 0 : arrow.step.y > 0 ? 0.5F : -0.5F;  // screen: y downwards
  for (const float shift : {0.0F, 0.5F, -0.5F, 1.0F, -1.0F, 1.6F, -1.6F}) {
    Rect box{right ? tip.x + gap : tip.x - gap - w, tip.y - h / 2 + (up + shift) * h, w, h};
    box.x = std::clamp(box.x, area.x, std::max(area.x, area.right() - w));
    box.y = std::clamp(box.y, area.y, std::max(area.y, area.bottom() - h));
    const bool free = std::none_of(taken.begin(), taken.end(),
                                   [&](const Rect& other) { return other.overlaps(box); });
    if (!free) continue;
    ui.canvas.text_in({box.x, box.y, w + 1, h}, arrow.name, type, arrow.color);
    taken.push_back(box);
    return;
  }
}

}  // namespace

void draw_arrow_plane(Ui& ui, Session& session, const std::vector<PlaneArrow>& arrows, Rect area) {
  const Theme& theme = ui.theme;
  std::vector<PlaneArrow> shown;
  std::copy_if(arrows.begin(), arrows.end(), std::back_inserter(shown), finite);
  // What is strong lies over the rest, and names itself first.
  std::stable_sort(shown.begin(), shown.end(),
                   [](const PlaneArrow& a, const PlaneArrow& b) { return a.strong < b.strong; });
  ui.canvas.fill(area, theme.panel, theme.px(8));
  const Plane plane(shown, area, std::min(theme.px(56), 0.14F * std::min(area.w, area.h)));
  ui.canvas.push_clip(area);
  const Vec origin = plane.origin();
  ui.canvas.line({area.x, origin.y}, {area.right(), origin.y}, theme.rule, theme.px(1));
  ui.canvas.line({origin.x, area.y}, {origin.x, area.bottom()}, theme.rule, theme.px(1));
  std::vector<Rect> taken;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const PlaneArrow& arrow = shown[i];
    const Vec tip = plane.at(arrow.tip), moved = plane.at(arrow.tip + arrow.step);
    const Touch touch = ui.touch(Ui::id("arrow", i), Rect{tip.x, tip.y, 0, 0}.inset(-theme.px(12)));
    if (touch.hovered) session.next_hover = arrow.cell;
    if (touch.clicked) session.chosen = arrow.cell;
    const bool lit = session.hover.path == arrow.cell.path && session.hover.row == arrow.cell.row &&
                     session.hover.kind == Target::Kind::cell;
    draw_arrow(ui.canvas, origin, tip, arrow.color, theme.px(arrow.strong || lit ? 3 : 1.6F),
               theme.px(10));
    draw_arrow(ui.canvas, tip, moved, theme.accent, theme.px(3), theme.px(10));
    if (lit) ui.canvas.ring(tip, theme.px(8), theme.lit, theme.px(2));
  }
  for (const PlaneArrow& arrow : shown) {
    for (const Vec end : {arrow.tip, arrow.tip + arrow.step}) {
      const Vec at = plane.at(end);
      taken.push_back(Rect{at.x, at.y, 0, 0}.inset(-theme.px(5)));
    }
  }
  for (auto arrow = shown.rbegin(); arrow != shown.rend(); ++arrow) {
    draw_name(ui, *arrow, plane.at(arrow->tip), origin, area.inset(theme.px(4)), taken);
  }
  ui.canvas.pop_clip();
}

}  // namespace glassformer
