#include "app/widgets/label_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace glassformer {

namespace {

constexpr float kBucket = 48;  // px

// Of the middle of a label from its point, the best first.
using Steps = std::array<Vec, 8>;

// The sides away from the rest first.
Steps away(Vec half, float gap, float out, float down) {
  const float x = half.x + gap, y = half.y + gap;
  const float cx = half.x + 0.7F * gap, cy = half.y + 0.7F * gap;
  return {Vec{out * x, 0},           Vec{out * cx, down * cy},  Vec{0, down * y},
          Vec{out * cx, -down * cy}, Vec{0, -down * y},         Vec{-out * cx, down * cy},
          Vec{-out * x, 0},          Vec{-out * cx, -down * cy}};
}

// As one reads: on the right, on the left, above, below; then askew.
Steps beside(Vec half, float gap) {
  const float x = half.x + gap, y = half.y + gap;
  const float cx = half.x + 0.7F * gap, cy = half.y + 0.7F * gap;
  return {Vec{x, 0},    Vec{-x, 0},  Vec{0, -y},    Vec{0, y},
          Vec{cx, -cy}, Vec{cx, cy}, Vec{-cx, -cy}, Vec{-cx, cy}};
}

}  // namespace

LabelPlaces::LabelPlaces(Rect area)
    : area_(area),
      cols_(std::clamp(static_cast<int>(area.w / kBucket) + 1, 1, 256)),
      rows_(std::clamp(static_cast<int>(area.h / kBucket) + 1, 1, 256)),
      buckets_(static_cast<std::size_t>(cols_) * static_cast<std::size_t>(rows_)) {}

// What lies outside the area is in the buckets at its edge.
template <class Body>
void LabelPlaces::each_bucket(const Rect& box, const Body& body) const {
  const auto index = [](float px, float from, int count) {  // of what is nowhere (nan): 0
    const float at = (px - from) / kBucket;
    return at > 0 ? static_cast<int>(std::min(at, static_cast<float>(count - 1))) : 0;
  };
  const int left = index(box.x, area_.x, cols_), right = index(box.right(), area_.x, cols_);
  const int top = index(box.y, area_.y, rows_), bottom = index(box.bottom(), area_.y, rows_);
  for (int row = top; row <= bottom; ++row) {
    for (int col = left; col <= right; ++col) {
      body(static_cast<std::size_t>(row) * static_cast<std::size_t>(cols_) +
           static_cast<std::size_t>(col));
    }
  }
}

void LabelPlaces::keep_free(const Rect& box) {
  for (const std::size_t i : lines_at(box)) {
    covered_[i] += share_inside(lines_[i].first, lines_[i].second, box);
  }
  each_bucket(box, [&](std::size_t bucket) { buckets_[bucket].boxes.push_back(taken_.size()); });
  taken_.push_back(box);
}

void LabelPlaces::keep_name(const Rect& box) {
  keep_free(box);
  names_.push_back(box);
}

void LabelPlaces::add_line(Vec from, Vec to) {
  const Rect around{std::min(from.x, to.x), std::min(from.y, to.y), std::abs(to.x - from.x),
                    std::abs(to.y - from.y)};
  each_bucket(around, [&](std::size_t bucket) {
    const auto col = static_cast<float>(bucket % static_cast<std::size_t>(cols_)),
               row = static_cast<float>(bucket / static_cast<std::size_t>(cols_));
    const Rect here{area_.x + col * kBucket, area_.y + row * kBucket, kBucket, kBucket};
    if (crosses(from, to, here)) buckets_[bucket].lines.push_back(lines_.size());
  });
  lines_.emplace_back(from, to);
  covered_.push_back(0);
}

bool LabelPlaces::is_free(const Rect& box) const {
  const bool inside = box.x >= area_.x && box.y >= area_.y && box.right() <= area_.right() &&
                      box.bottom() <= area_.bottom();
  if (!inside) return false;
  bool free = true;
  each_bucket(box, [&](std::size_t bucket) {
    free = free && std::ranges::none_of(buckets_[bucket].boxes,
                                        [&](std::size_t i) { return taken_[i].overlaps(box); });
  });
  return free;
}

std::vector<std::size_t> LabelPlaces::lines_at(const Rect& box) const {
  std::vector<std::size_t> found;
  each_bucket(box, [&](std::size_t bucket) {
    for (const std::size_t i : buckets_[bucket].lines) {
      if (crosses(lines_[i].first, lines_[i].second, box)) found.push_back(i);
    }
  });
  std::ranges::sort(found);
  const auto twice = std::ranges::unique(found);
  found.erase(twice.begin(), twice.end());
  return found;
}

LabelPlaces::Covered LabelPlaces::lines_under(const Rect& box) const {
  const std::vector<std::size_t> found = lines_at(box);
  Covered covered{static_cast<int>(found.size()), 0};
  for (const std::size_t i : found) {
    const float before = covered_[i],
                after = before + share_inside(lines_[i].first, lines_[i].second, box);
    covered.lost += after * after - before * before;
  }
  return covered;
}

std::optional<Vec> LabelPlaces::line_end(Vec point, const Rect& name) const {
  const Vec nearest{std::clamp(point.x, name.x, name.right()),
                    std::clamp(point.y, name.y, name.bottom())};
  const Vec middle = name.center();
  for (const Vec end : {nearest, Vec{name.x, middle.y}, Vec{name.right(), middle.y},
                        Vec{middle.x, name.y}, Vec{middle.x, name.bottom()}}) {
    const bool crossed =
        std::ranges::any_of(names_, [&](const Rect& other) { return crosses(point, end, other); });
    if (!crossed) return end;
  }
  return {};
}

std::optional<LabelPlaces::Place> LabelPlaces::find(const Wish& wish) const {
  // A farther ring costs about as much as a line under the label. A line of which labels cover the
  // most part cannot be seen any more: that costs more than several that lead out from under one.
  // One that would have to run under another name cannot be followed: any farther ring is better.
  constexpr float per_line = 0.5F, per_lost = 30, per_place = 0.08F, per_ring = 1.2F, per_name = 12;
  const Vec half = wish.size * 0.5F;
  std::optional<Place> best;
  float least = 0;
  bool is_followed = true;
  for (int ring = 0; ring < wish.rings; ++ring) {
    const float gap = wish.gap + wish.ring * static_cast<float>(ring);
    const Steps all = wish.away_from ? away(half, gap, wish.at.x >= wish.away_from->x ? 1 : -1,
                                            wish.at.y >= wish.away_from->y ? 1 : -1)
                                     : beside(half, gap);
    const std::span<const Vec> steps(all.data(), wish.corners || wish.away_from ? 8 : 4);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Vec corner = wish.at + steps[i] - half;
      Rect box{corner.x, corner.y, wish.size.x, wish.size.y};
      if (wish.into_area) {
        box.x = std::clamp(box.x, area_.x, std::max(area_.x, area_.right() - box.w));
        box.y = std::clamp(box.y, area_.y, std::max(area_.y, area_.bottom() - box.h));
      }
      if (!is_free(box.inset(-wish.room))) continue;
      const auto [lines, lost] = lines_under(box);
      if (lines > 0 && !wish.on_lines) continue;
      float cost = per_line * static_cast<float>(lines) + per_lost * lost +
                   per_place * static_cast<float>(i) + per_ring * static_cast<float>(ring);
      const bool crossed = wish.led && ring > 0 && !line_end(wish.at, box);
      if (crossed) cost += per_name;
      if (best && cost >= least) continue;
      least = cost;
      best = Place{box, ring, lines};
      is_followed = !crossed;
    }
    // Nothing farther off can be better than a place beside the point that covers no line.
    if (best && best->lines == 0 && is_followed) break;
  }
  return best;
}

namespace {

// The part of the way from one end to the other that lies in the box, as shares of it; none: the
// second is below the first.
std::pair<float, float> part_inside(Vec from, Vec to, const Rect& box) {
  float first = 0, last = 1;
  const Vec along = to - from;
  const auto cut = [&](float start, float step, float low, float high) {
    if (std::abs(step) < 1e-6F) {
      if (start < low || start > high) last = -1;
      return;
    }
    const float a = (low - start) / step, b = (high - start) / step;
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  };
  cut(from.x, along.x, box.x, box.right());
  cut(from.y, along.y, box.y, box.bottom());
  return {first, last};
}

}  // namespace

bool crosses(Vec from, Vec to, const Rect& box) {
  const auto [first, last] = part_inside(from, to, box);
  return first <= last;
}

float share_inside(Vec from, Vec to, const Rect& box) {
  const auto [first, last] = part_inside(from, to, box);
  return std::max(0.0F, last - first);
}

}  // namespace glassformer
