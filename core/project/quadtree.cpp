#include "core/project/quadtree.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace glassformer {

namespace {

constexpr std::int32_t leaf_points = 12;
constexpr float cells_a_side = 65536;  // of the finest grid: 16 bits of either coordinate

// The 16 low bits with a gap after each.
std::uint32_t spaced(std::uint32_t x) {
  x = (x | x << 8U) & 0x00FF00FFU;
  x = (x | x << 4U) & 0x0F0F0F0FU;
  x = (x | x << 2U) & 0x33333333U;
  return (x | x << 1U) & 0x55555555U;
}

Quadtree::Box box_around(const Points& points) {
  float left = points.x[0], right = left, low = points.y[0], high = low;
#pragma omp simd reduction(min : left, low) reduction(max : right, high)
  for (std::size_t i = 0; i < points.count(); ++i) {
    left = std::min(left, points.x[i]);
    right = std::max(right, points.x[i]);
    low = std::min(low, points.y[i]);
    high = std::max(high, points.y[i]);
  }
  return {left, right, low, high};
}

}  // namespace

// By radix, 11 bits at a time.
void Quadtree::sort(const Points& points) {
  const std::size_t n = points.count();
  const Box all = box_around(points);
  const float side = std::max(all.right - all.left, all.high - all.low);
  const float scale = side > 0 ? (cells_a_side - 1) / side : 0;
  keys_.resize(n);
  order_.resize(n);
  keys_before_.resize(n);
  order_before_.resize(n);
  std::array<std::array<std::int32_t, 2048>, 3> counts{};
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<std::uint32_t>((points.x[i] - all.left) * scale);
    const auto y = static_cast<std::uint32_t>((points.y[i] - all.low) * scale);
    const std::uint32_t key = spaced(x) | spaced(y) << 1U;
    keys_[i] = key;
    ++counts[0][key & 2047U];
    ++counts[1][key >> 11U & 2047U];
    ++counts[2][key >> 22U];
  }
  std::iota(order_.begin(), order_.end(), 0);
  for (unsigned pass = 0; pass < 3; ++pass) {
    auto& count = counts[pass];
    std::exclusive_scan(count.begin(), count.end(), count.begin(), 0);
    keys_.swap(keys_before_);
    order_.swap(order_before_);
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t key = keys_before_[i];
      const auto to = static_cast<std::size_t>(count[key >> 11U * pass & 2047U]++);
      keys_[to] = key;
      order_[to] = order_before_[i];
    }
  }
  sorted_.x.resize(n);
  sorted_.y.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    sorted_.x[i] = points.x[static_cast<std::size_t>(order_[i])];
    sorted_.y[i] = points.y[static_cast<std::size_t>(order_[i])];
  }
}

Quadtree::Box Quadtree::add_leaf(Node& node) {
  float x = 0, y = 0;
  Box box{sorted_.x[static_cast<std::size_t>(node.begin)],
          sorted_.x[static_cast<std::size_t>(node.begin)],
          sorted_.y[static_cast<std::size_t>(node.begin)],
          sorted_.y[static_cast<std::size_t>(node.begin)]};
  for (auto i = static_cast<std::size_t>(node.begin); i < static_cast<std::size_t>(node.end); ++i) {
    x += sorted_.x[i];
    y += sorted_.y[i];
    box = {std::min(box.left, sorted_.x[i]), std::max(box.right, sorted_.x[i]),
           std::min(box.low, sorted_.y[i]), std::max(box.high, sorted_.y[i])};
  }
  node.x = x / node.count;
  node.y = y / node.count;
  for (auto i = static_cast<std::size_t>(node.begin); i < static_cast<std::size_t>(node.end); ++i) {
    const float dx = sorted_.x[i] - node.x, dy = sorted_.y[i] - node.y;
    node.xx += dx * dx / node.count;
    node.xy += dx * dy / node.count;
    node.yy += dy * dy / node.count;
  }
  node.leaf = true;
  return box;
}

Quadtree::Box Quadtree::add(std::int32_t begin, std::int32_t end) {
  const std::size_t self = nodes_.size();
  nodes_.emplace_back();
  boxes_.emplace_back();
  Node node;
  node.begin = begin;
  node.end = end;
  node.count = static_cast<float>(end - begin);
  const std::uint32_t first = keys_[static_cast<std::size_t>(begin)];
  const std::uint32_t last = keys_[static_cast<std::size_t>(end) - 1];
  Box box{};
  if (end - begin <= leaf_points || first == last) {
    box = add_leaf(node);
  } else {
    // The largest square in which they differ, cut in four.
    const auto level = static_cast<unsigned>(31 - std::countl_zero(first ^ last)) & ~1U;
    box = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    std::array<std::size_t, 4> children{};
    std::size_t count = 0;
    for (std::int32_t from = begin; from < end;) {
      const std::uint32_t square = keys_[static_cast<std::size_t>(from)] >> level;
      const auto to =
          std::partition_point(keys_.begin() + from, keys_.begin() + end,
                               [&](std::uint32_t key) { return key >> level <= square; });
      const auto until = static_cast<std::int32_t>(to - keys_.begin());
      children[count++] = nodes_.size();
      const Box part = add(from, until);
      box = {std::min(box.left, part.left), std::max(box.right, part.right),
             std::min(box.low, part.low), std::max(box.high, part.high)};
      from = until;
    }
    for (std::size_t c = 0; c < count; ++c) {
      const Node& child = nodes_[children[c]];
      node.x += child.x * child.count / node.count;
      node.y += child.y * child.count / node.count;
    }
    for (std::size_t c = 0; c < count; ++c) {
      const Node& child = nodes_[children[c]];
      const float dx = child.x - node.x, dy = child.y - node.y;
      const float share = child.count / node.count;
      node.xx += (child.xx + dx * dx) * share;
      node.xy += (child.xy + dx * dy) * share;
      node.yy += (child.yy + dy * dy) * share;
    }
  }
  const float side = std::max(box.right - box.left, box.high - box.low);
  node.size = side * side;
  node.next = static_cast<std::int32_t>(nodes_.size());
  nodes_[self] = node;
  boxes_[self] = box;
  return box;
}

void Quadtree::build(const Points& points) {
  nodes_.clear();
  boxes_.clear();
  if (points.count() == 0) return;
  sort(points);
  add(0, static_cast<std::int32_t>(points.count()));
}

}  // namespace glassformer
