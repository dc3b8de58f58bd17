#include "app/widgets/plane.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

Plane::Plane(Vec least, Vec most, Rect area) {
  place(least, most, area);
}

Plane::Plane(const std::vector<Vec>& points, Rect area) {
  Vec least = points.empty() ? Vec{} : points.front(), most = least;
  for (const Vec& p : points) {
    least = {std::min(least.x, p.x), std::min(least.y, p.y)};
    most = {std::max(most.x, p.x), std::max(most.y, p.y)};
  }
  place(least, most, area);
}

void Plane::place(Vec least, Vec most, Rect area) {
  const Vec size{std::max(most.x - least.x, 1e-6F), std::max(most.y - least.y, 1e-6F)};
  unit_ = std::max(0.0F, std::min(area.w / size.x, area.h / size.y));
  origin_ = {area.center().x - (least.x + most.x) / 2 * unit_,
             area.center().y + (least.y + most.y) / 2 * unit_};
  rect_ = {area.center().x - size.x / 2 * unit_, area.center().y - size.y / 2 * unit_,
           size.x * unit_, size.y * unit_};
}

Vec Plane::value(Vec px) const {
  const Vec inside{std::clamp(px.x, rect_.x, rect_.right()),
                   std::clamp(px.y, rect_.y, rect_.bottom())};
  return {(inside.x - origin_.x) / unit_, (origin_.y - inside.y) / unit_};
}

void draw_arrow(Canvas& canvas, Vec from, Vec to, Color color, float thickness, float head) {
  const Vec along = to - from;
  const float size = std::hypot(along.x, along.y);
  if (size < 0.5F) return;
  const Vec unit = along * (1 / size), across{-unit.y, unit.x};
  const float h = std::min(head, size);
  const Vec neck = to - unit * h;
  if (size > h) canvas.line(from, neck, color, thickness);
  canvas.polygon({to, neck + across * (h * 0.45F), neck - across * (h * 0.45F)}, color);
}

Handle drag_handle(Ui& ui, Ui::Id id, Vec middle, float radius) {
  Handle result;
  const float reach = std::max(radius, ui.theme.px(12));
  const Touch touch = ui.touch(id, square_around(middle, reach));
  float& dx = ui.remembered(id ^ 1);
  float& dy = ui.remembered(id ^ 2);
  float& dragged = ui.remembered(id ^ 3);
  if (touch.pressed) {
    dx = middle.x - ui.input.mouse.x;
    dy = middle.y - ui.input.mouse.y;
    dragged = 0;
  }
  result.hovered = touch.hovered;
  result.held = touch.held;
  if (touch.held && (touch.drag.x != 0 || touch.drag.y != 0)) {
    result.moved = ui.input.mouse + Vec{dx, dy};
    dragged = 1;
  }
  result.clicked = touch.clicked && dragged == 0;
  return result;
}

void draw_drag_hint(Ui& ui, Vec middle, float radius) {
  const float out = radius + ui.theme.px(9), size = ui.theme.px(4);
  for (const Vec way : {Vec{1, 0}, Vec{-1, 0}, Vec{0, 1}, Vec{0, -1}}) {
    const Vec across{-way.y, way.x};
    const Vec tip = middle + way * out;
    ui.canvas.polygon({tip, tip - way * size + across * size, tip - way * size - across * size},
                      ui.theme.soft_ink);
  }
}

}  // namespace glassformer
