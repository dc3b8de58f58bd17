#include "core/project/barnes_hut.h"

#include <algorithm>

#include "core/kernels/lanes.h"
#include "core/kernels/parallel.h"
#include "core/project/reciprocal.h"

namespace glassformer {

namespace {

constexpr float far_away = 1e15F;  // where what fills up the last vector lies: q² is 0 there

// What pushes the points of a group: squares from far, single points from near.
struct Sources {
  Floats x, y, count, xx, xy, yy;
  Floats near_x, near_y;

  void clear() {
    for (Floats* list : {&x, &y, &count, &xx, &xy, &yy, &near_x, &near_y}) list->clear();
  }
  void fill_up() {
    const auto whole = [](std::size_t size) { return (size + lanes - 1) / lanes * lanes; };
    x.resize(whole(x.size()), far_away);
    y.resize(x.size(), far_away);
    count.resize(x.size(), 0);
    for (Floats* list : {&xx, &xy, &yy}) list->resize(x.size(), 0);
    near_x.resize(whole(near_x.size()), far_away);
    near_y.resize(near_x.size(), far_away);
  }
};

struct Box {
  float left, right, low, high;
};

Box box_around(const Points& sorted, const Quadtree::Node& node) {
  const auto [left, right] =
      std::minmax_element(sorted.x.begin() + node.begin, sorted.x.begin() + node.end);
  const auto [low, high] =
      std::minmax_element(sorted.y.begin() + node.begin, sorted.y.begin() + node.end);
  return {*left, *right, *low, *high};
}

void collect(const Quadtree& tree, const Box& box, float theta, Sources& sources) {
  const auto& nodes = tree.nodes();
  const Points& sorted = tree.sorted();
  for (std::size_t i = 0; i < nodes.size();) {
    const Quadtree::Node& node = nodes[i];
    const float dx = std::max({box.left - node.x, node.x - box.right, 0.0F});
    const float dy = std::max({box.low - node.y, node.y - box.high, 0.0F});
    if (node.size < theta * theta * (1 + dx * dx + dy * dy)) {
      sources.x.push_back(node.x);
      sources.y.push_back(node.y);
      sources.count.push_back(node.count);
      sources.xx.push_back(node.xx);
      sources.xy.push_back(node.xy);
      sources.yy.push_back(node.yy);
    } else if (node.leaf) {
      sources.near_x.insert(sources.near_x.end(), sorted.x.begin() + node.begin,
                            sorted.x.begin() + node.end);
      sources.near_y.insert(sources.near_y.end(), sorted.y.begin() + node.begin,
                            sorted.y.begin() + node.end);
    } else {
      ++i;
      continue;
    }
    i = static_cast<std::size_t>(node.next);
  }
  sources.fill_up();
}

struct Sums {
  Lanes x{}, y{}, z{};
};

// Of n points with covariance C, d = y_i − mean: to the second order
//   Σ q              is  n q + n q² (4 q dᵀCd − tr C)
//   Σ q² (y_i − y_j) is  n q² d + n q³ (d (12 q dᵀCd − 2 tr C) − 4 C d)
inline void push_from_far(const Sources& from, std::size_t j, float x, float y, Sums& sums) {
  const Lanes dx = x - load_lanes(from.x.data() + j), dy = y - load_lanes(from.y.data() + j);
  const Lanes xx = load_lanes(from.xx.data() + j), xy = load_lanes(from.xy.data() + j);
  const Lanes yy = load_lanes(from.yy.data() + j);
  const Lanes q = quick_reciprocal(dx * dx + (dy * dy + 1.0F));
  const Lanes counted = q * load_lanes(from.count.data() + j);
  const Lanes cx = xx * dx + xy * dy, cy = xy * dx + yy * dy;
  const Lanes along = q * (dx * cx + dy * cy), trace = xx + yy;
  const Lanes push = 1.0F + q * (12.0F * along - 2.0F * trace);
  const Lanes turn = 4.0F * q;
  const Lanes square = counted * q;
  sums.z += counted + square * (4.0F * along - trace);
  sums.x += square * (push * dx - turn * cx);
  sums.y += square * (push * dy - turn * cy);
}

inline void push_from_near(const Sources& from, std::size_t j, float x, float y, Sums& sums) {
  const Lanes dx = x - load_lanes(from.near_x.data() + j);
  const Lanes dy = y - load_lanes(from.near_y.data() + j);
  const Lanes q = quick_reciprocal(dx * dx + (dy * dy + 1.0F));
  const Lanes push = q * q;
  sums.z += q;
  sums.x += push * dx;
  sums.y += push * dy;
}

}  // namespace

void BarnesHut::repel(const Points& points, Repulsion& out) {
  const std::size_t n = points.count();
  tree_.build(points);
  out.push.x.resize(n);
  out.push.y.resize(n);
  const Points& sorted = tree_.sorted();
  const auto groups = static_cast<int>(tree_.groups().size());
  groups_z_.assign(static_cast<std::size_t>(groups), 0);
  parallel_for(groups, n * 2000, [&](int i) {
    // Every other group first: crowded regions are shared among the threads.
    const int half = (groups + 1) / 2;
    const auto g = static_cast<std::size_t>(i < half ? 2 * i : 2 * (i - half) + 1);
    const Quadtree::Node& group = tree_.nodes()[static_cast<std::size_t>(tree_.groups()[g])];
    thread_local Sources sources;
    sources.clear();
    collect(tree_, box_around(sorted, group), theta_, sources);
    double z = 0;
    const auto end = static_cast<std::size_t>(group.end);
    for (auto p = static_cast<std::size_t>(group.begin); p < end; p += 2) {
      // Two points share what is loaded; the last one of an odd group goes twice.
      const std::size_t other = std::min(p + 1, end - 1);
      const float x0 = sorted.x[p], y0 = sorted.y[p], x1 = sorted.x[other], y1 = sorted.y[other];
      Sums a, b;
      for (std::size_t j = 0; j < sources.x.size(); j += lanes) {
        push_from_far(sources, j, x0, y0, a);
        push_from_far(sources, j, x1, y1, b);
      }
      for (std::size_t j = 0; j < sources.near_x.size(); j += lanes) {
        push_from_near(sources, j, x0, y0, a);
        push_from_near(sources, j, x1, y1, b);
      }
      const auto write = [&](std::size_t place, const Sums& sums) {
        const auto point = static_cast<std::size_t>(tree_.order()[place]);
        out.push.x[point] = sum_of(sums.x);
        out.push.y[point] = sum_of(sums.y);
        z += static_cast<double>(sum_of(sums.z));
      };
      write(p, a);
      if (other != p) write(other, b);
    }
    groups_z_[g] = z;
  });
  out.z = -static_cast<double>(n);  // every point met itself, with q = 1
  for (const double z : groups_z_) out.z += z;
}

}  // namespace glassformer
