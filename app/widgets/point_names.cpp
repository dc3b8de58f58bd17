#include "app/widgets/point_names.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace glassformer {

namespace {

// True if some of the way from one end to the other lies in the box.
bool crosses(Vec from, Vec to, const Rect& box) {
  float first = 0, last = 1;
  const Vec along = to - from;
  const auto cut = [&](float start, float step, float low, float high) {
    if (std::abs(step) < 1e-6F) return start >= low && start <= high;
    const float a = (low - start) / step, b = (high - start) / step;
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
    return first <= last;
  };
  return cut(from.x, along.x, box.x, box.right()) && cut(from.y, along.y, box.y, box.bottom());
}

// Middles of a name around its point, the sides away from the rest first.
std::array<Vec, 8> around(Vec size, float away, float out, float down) {
  const float x = size.x / 2 + away, y = size.y / 2 + away;
  const float cx = size.x / 2 + 0.7F * away, cy = size.y / 2 + 0.7F * away;
  return {Vec{out * x, 0},           Vec{out * cx, down * cy},  Vec{0, down * y},
          Vec{out * cx, -down * cy}, Vec{0, -down * y},         Vec{-out * cx, down * cy},
          Vec{-out * x, 0},          Vec{-out * cx, -down * cy}};
}

}  // namespace

void PointNames::keep_free(Vec point, float radius) {
  taken_.push_back(Rect{point.x, point.y, 0, 0}.inset(-radius));
}

void PointNames::draw(const Name& name, float gap) {
  const Theme& theme = ui_.theme;
  const Vec size{ui_.canvas.width(name.text, name.type), ui_.canvas.line_height(name.type)};
  const float out = name.at.x >= name.from.x ? 1 : -1, down = name.at.y >= name.from.y ? 1 : -1;
  Rect best;
  float min_cost = 1e9F;
  bool apart = false;
  const int rings = name.close ? 1 : 3;
  for (int ring = 0; ring < rings; ++ring) {
    const float away = gap + theme.px(15) * static_cast<float>(ring);
    const std::array<Vec, 8> places = around(size, away, out, down);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Vec corner = name.at + places[i] - size * 0.5F;
      Rect box{corner.x, corner.y, size.x, size.y};
      box.x = std::clamp(box.x, area_.x, std::max(area_.x, area_.right() - size.x));
      box.y = std::clamp(box.y, area_.y, std::max(area_.y, area_.bottom() - size.y));
      if (!is_free(box)) continue;
      const float cost =
          crossed(box) + 0.08F * static_cast<float>(i) + 1.2F * static_cast<float>(ring);
      if (cost >= min_cost) continue;
      min_cost = cost;
      best = box;
      apart = ring > 0;
    }
  }
  if (min_cost > 1e8F) return;
  taken_.push_back(best);
  if (apart) {
    const Vec end{std::clamp(name.at.x, best.x, best.right()),
                  std::clamp(name.at.y, best.y, best.bottom())};
    ui_.canvas.line(name.at, end, name.color.alpha(0.8F), theme.px(1));
    add_line(name.at, end);
  }
  if (crossed(best) > 0) ui_.canvas.fill(best, behind_.alpha(0.7F), theme.px(3));
  ui_.canvas.text_in({best.x, best.y, best.w + 1, best.h}, name.text, name.type, name.color);
}

bool PointNames::is_free(const Rect& box) const {
  return std::none_of(taken_.begin(), taken_.end(),
                      [&](const Rect& other) { return other.overlaps(box); });
}

float PointNames::crossed(const Rect& box) const {
  return static_cast<float>(std::count_if(lines_.begin(), lines_.end(), [&](const auto& line) {
    return crosses(line.first, line.second, box);
  }));
}

}  // namespace glassformer
