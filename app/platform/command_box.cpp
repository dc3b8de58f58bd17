#include "app/platform/command_box.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

using Kind = Command::Kind;

Rect around(const Command& c) {
  if (c.points.empty()) return c.rect;
  Vec low = c.points.front(), high = low;
  for (const Vec p : c.points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  return {low.x, low.y, high.x - low.x, high.y - low.y};
}

// Nothing where the edges are smoothed.
std::optional<Rect> whole_pixels(const Command& c) {
  const bool square = (c.kind == Kind::fill || c.kind == Kind::frame) && c.radius <= 0;
  if (square || c.kind == Kind::image) return snapped(c.rect);
  return straight_line(c);
}

}  // namespace

Rect snapped(const Rect& r) {
  const float x = std::round(r.x), y = std::round(r.y);
  return {x, y, std::max(std::round(r.right()) - x, r.w > 0 ? 1.0F : 0.0F),
          std::max(std::round(r.bottom()) - y, r.h > 0 ? 1.0F : 0.0F)};
}

Rect outward(const Rect& r) {
  const float x = std::floor(r.x), y = std::floor(r.y);
  return {x, y, std::ceil(r.right()) - x, std::ceil(r.bottom()) - y};
}

std::optional<Rect> straight_line(const Command& c) {
  if (c.kind != Kind::line || c.points.size() != 2) return std::nullopt;
  const Vec a = c.points[0], b = c.points[1];
  if (a.x != b.x && a.y != b.y) return std::nullopt;
  const float t = std::max(1.0F, std::round(c.thickness));
  Rect r{std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y)};
  (a.x == b.x ? r.x : r.y) -= t / 2;
  (a.x == b.x ? r.w : r.h) = t;
  return snapped(r);
}

Rect box_of(const Command& c) {
  if (const auto exact = whole_pixels(c)) return intersect(*exact, c.clip);
  return intersect(around(c).inset(-c.thickness - 1), c.clip);
}

Rect reach_of(const Command& c) {
  if (const auto exact = whole_pixels(c)) return intersect(*exact, c.clip);
  float beyond = c.thickness + 2;
  if (c.kind == Kind::text) beyond = c.type.size / 2 + 2;
  // ImGui lets the tip of a corner stand out by up to ten times half the line and its smooth edge.
  const bool corners =
      c.kind == Kind::polyline || c.kind == Kind::polygon || c.kind == Kind::bezier;
  if (corners) beyond = 5 * c.thickness + 12;
  return intersect(outward(around(c).inset(-beyond)), c.clip);
}

}  // namespace glassformer
