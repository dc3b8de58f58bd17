#include "app/platform/damage.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "app/platform/command_box.h"

namespace glassformer {

namespace {

class Fingerprint {
 public:
  void add(std::uint64_t part) {
    value_ = (value_ ^ part) * 0x9e3779b97f4a7c15ULL;
    value_ ^= value_ >> 32U;
  }
  void add(float a, float b) {
    add(std::uint64_t{std::bit_cast<std::uint32_t>(a)} << 32U | std::bit_cast<std::uint32_t>(b));
  }
  void add(const Rect& r) {
    add(r.x, r.y);
    add(r.w, r.h);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

std::uint64_t fingerprint(const Command& c) {
  Fingerprint f;
  f.add(static_cast<std::uint64_t>(c.kind) << 32U | static_cast<std::uint64_t>(c.layer));
  f.add(std::uint64_t{c.color.r} | std::uint64_t{c.color.g} << 8U |
        std::uint64_t{c.color.b} << 16U | std::uint64_t{c.color.a} << 24U);
  f.add(c.rect);
  f.add(c.clip);
  f.add(c.thickness, c.radius);
  for (const Vec p : c.points) f.add(p.x, p.y);
  if (c.kind == Command::Kind::text) {
    f.add(static_cast<float>(c.type.face), c.type.size);
    f.add(std::hash<std::string_view>{}(c.text));
  }
  if (c.image) f.add(c.image->id);
  return f.value();
}

bool empty(const Rect& r) {
  return r.w <= 0 || r.h <= 0;
}

float area(const Rect& r) {
  return r.w * r.h;
}

Rect both(const Rect& a, const Rect& b) {
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

// A few boxes around many.
class Boxes {
 public:
  explicit Boxes(Rect whole) : whole_(whole) {}

  void add(const Rect& damaged) {
    const Rect box = intersect(outward(damaged), whole_);
    if (empty(box)) return;
    for (const Rect& one : boxes_) {
      if (both(one, box) == one) return;
    }
    boxes_.push_back(box);
    if (boxes_.size() > Damage::max_boxes) join_two();
  }
  // Those that touch are joined: what they share would be painted twice.
  std::vector<Rect> finish() {
    for (bool joined = true; std::exchange(joined, false);) {
      for (std::size_t i = 0; i < boxes_.size() && !joined; ++i) {
        for (std::size_t j = i + 1; j < boxes_.size() && !joined; ++j) {
          joined = boxes_[i].overlaps(boxes_[j]);
          if (joined) join(i, j);
        }
      }
    }
    return std::move(boxes_);
  }

 private:
  void join(std::size_t i, std::size_t j) {
    boxes_[i] = both(boxes_[i], boxes_[j]);
    boxes_.erase(boxes_.begin() + static_cast<std::ptrdiff_t>(j));
  }
  // The two whose common box has the least that is in neither.
  void join_two() {
    std::size_t first = 0, second = 1;
    float min_waste = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      for (std::size_t j = i + 1; j < boxes_.size(); ++j) {
        const float waste = area(both(boxes_[i], boxes_[j])) - area(boxes_[i]) - area(boxes_[j]);
        if (waste >= min_waste) continue;
        min_waste = waste;
        first = i;
        second = j;
      }
    }
    join(first, second);
  }

  Rect whole_;
  std::vector<Rect> boxes_;
};

}  // namespace

std::vector<Rect> Damage::of(const std::vector<Command>& commands, Rect whole, Color background,
                             Rect edited) {
  std::vector<Painted> now;
  now.reserve(commands.size());
  for (const Command& c : commands) now.push_back({fingerprint(c), reach_of(c)});
  const std::vector<Painted> before = std::exchange(before_, std::move(now));
  const Rect edited_before = std::exchange(edited_, edited);
  const bool another = std::exchange(whole_, whole) != whole;
  if (std::exchange(background_, background) != background || another) return {whole};

  Boxes boxes(whole);
  boxes.add(edited_before);
  boxes.add(edited);
  // What stands in both lists in the same order is paired, the rest is damaged: so the order of two
  // that lie over each other is kept too.
  const auto same = [](const Painted& a, const Painted& b) {
    return a.fingerprint == b.fingerprint;
  };
  auto [old, current] =
      std::mismatch(before.begin(), before.end(), before_.begin(), before_.end(), same);
  auto old_end = before.end();
  auto end = before_.end();
  while (old_end != old && end != current && same(*(old_end - 1), *(end - 1))) {
    --old_end;
    --end;
  }
  std::unordered_map<std::uint64_t, int> left_before, left_now;
  for (auto at = old; at != old_end; ++at) ++left_before[at->fingerprint];
  for (auto at = current; at != end; ++at) ++left_now[at->fingerprint];
  const auto drop = [&](auto& at, auto& left) {
    boxes.add(at->reach);
    --left[at++->fingerprint];
  };
  while (old != old_end && current != end) {
    if (same(*old, *current)) {
      --left_before[old++->fingerprint];
      --left_now[current++->fingerprint];
      continue;
    }
    const bool gone = left_now[old->fingerprint] <= 0;
    const bool came = left_before[current->fingerprint] <= 0;
    if (gone || !came) drop(old, left_before);
    if (came || !gone) drop(current, left_now);
  }
  while (old != old_end) drop(old, left_before);
  while (current != end) drop(current, left_now);
  return boxes.finish();
}

}  // namespace glassformer
