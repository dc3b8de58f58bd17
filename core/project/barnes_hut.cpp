#include "core/project/barnes_hut.h"

#include <algorithm>

#include "core/kernels/parallel.h"
#include "core/kernels/point_kernels.h"

namespace glassformer {

namespace {

constexpr float far_away = PointKernels::far_away;

// What pushes the points of a group: squares from far, single points from near.
struct Sources {
  Floats x, y, count, xx, xy, yy;
  Floats near_x, near_y;

  void clear() {
    for (Floats* list : {&x, &y, &count, &xx, &xy, &yy, &near_x, &near_y}) list->clear();
  }
  void fill_up() {
    const auto whole = [](std::size_t size) {
      return (size + PointKernels::whole - 1) / PointKernels::whole * PointKernels::whole;
    };
    x.resize(whole(x.size()), far_away);
    y.resize(x.size(), far_away);
    count.resize(x.size(), 0);
    for (Floats* list : {&xx, &xy, &yy}) list->resize(x.size(), 0);
    near_x.resize(whole(near_x.size()), far_away);
    near_y.resize(near_x.size(), far_away);
  }
  PointKernels::Far far() const {
    return {x.data(), y.data(), count.data(), xx.data(), xy.data(), yy.data(), x.size()};
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
    const PointKernels::Far far = sources.far();
    const PointKernels::Near near{sources.near_x.data(), sources.near_y.data(),
                                  sources.near_x.size()};
    const auto push_two = point_kernels().push_two;
    double z = 0;
    const auto end = static_cast<std::size_t>(group.end);
    for (auto p = static_cast<std::size_t>(group.begin); p < end; p += 2) {
      // Two points share what is loaded; the last one of an odd group goes twice.
      const std::size_t other = std::min(p + 1, end - 1);
      const float x[] = {sorted.x[p], sorted.x[other]}, y[] = {sorted.y[p], sorted.y[other]};
      PointKernels::Push sums[2];
      push_two(far, near, x, y, sums);
      const auto write = [&](std::size_t place, const PointKernels::Push& sum) {
        const auto point = static_cast<std::size_t>(tree_.order()[place]);
        out.push.x[point] = sum.x;
        out.push.y[point] = sum.y;
        z += static_cast<double>(sum.z);
      };
      write(p, sums[0]);
      if (other != p) write(other, sums[1]);
    }
    groups_z_[g] = z;
  });
  out.z = -static_cast<double>(n);  // every point met itself, with q = 1
  for (const double z : groups_z_) out.z += z;
}

}  // namespace glassformer
