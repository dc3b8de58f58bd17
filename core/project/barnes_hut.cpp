#include "core/project/barnes_hut.h"

#include <algorithm>
#include <cstddef>

#include "core/kernels/parallel.h"
#include "core/kernels/point_kernels.h"

namespace glassformer {

namespace {

constexpr float far_away = PointKernels::far_away;
constexpr std::int32_t group = 32;   // at most so many points share one list of sources
constexpr std::int32_t crowd = 512;  // at most so many begin their walk of the tree together

using Node = Quadtree::Node;

// What pushes the points of a node: squares from far, single points from near. What was added last
// is taken off first.
class Sources {
 public:
  struct Size {
    std::size_t far = 0, near = 0;
  };
  Size size() const { return size_; }
  void back_to(Size size) { size_ = size; }

  // Nothing, and room for all that the tree has.
  void begin(const Quadtree& tree) {
    size_ = {};
    const std::size_t nodes = tree.nodes().size() + PointKernels::whole;
    if (x_.size() < nodes) {
      for (Floats* list : {&x_, &y_, &count_, &xx_, &xy_, &yy_}) list->resize(nodes);
    }
    const std::size_t points = tree.sorted().count() + PointKernels::whole;
    if (near_x_.size() < points) {
      near_x_.resize(points);
      near_y_.resize(points);
    }
  }
  void add_far(const Node& node) {
    const std::size_t at = size_.far++;
    x_[at] = node.x;
    y_[at] = node.y;
    count_[at] = node.count;
    xx_[at] = node.xx;
    xy_[at] = node.xy;
    yy_[at] = node.yy;
  }
  void add_near(const Points& sorted, const Node& node) {
    const auto at = static_cast<std::ptrdiff_t>(size_.near);
    std::copy(sorted.x.begin() + node.begin, sorted.x.begin() + node.end, near_x_.begin() + at);
    std::copy(sorted.y.begin() + node.begin, sorted.y.begin() + node.end, near_y_.begin() + at);
    size_.near += static_cast<std::size_t>(node.end - node.begin);
  }

  PointKernels::Far far() {
    const std::size_t whole = filled_up(size_.far);
    for (std::size_t i = size_.far; i < whole; ++i) {
      x_[i] = y_[i] = far_away;
      count_[i] = xx_[i] = xy_[i] = yy_[i] = 0;
    }
    return {x_.data(), y_.data(), count_.data(), xx_.data(), xy_.data(), yy_.data(), whole};
  }
  PointKernels::Near near() {
    const std::size_t whole = filled_up(size_.near);
    for (std::size_t i = size_.near; i < whole; ++i) near_x_[i] = near_y_[i] = far_away;
    return {near_x_.data(), near_y_.data(), whole};
  }

 private:
  static std::size_t filled_up(std::size_t size) {
    return (size + PointKernels::whole - 1) / PointKernels::whole * PointKernels::whole;
  }
  Size size_;
  Floats x_, y_, count_, xx_, xy_, yy_, near_x_, near_y_;
};

bool is_group(const Node& node) {
  return node.leaf || node.end - node.begin <= group;
}

// Walks the tree for all points of a node at once, then for those of each node in it. A square that
// all of them may take as one is a source for all, one that none may is entered; only what is left
// open is looked at again, with fewer points.
class Walk {
 public:
  Walk(const Quadtree& tree, float theta, Sources& sources, Repulsion& out)
      : tree_(tree), small_(theta * theta), sources_(sources), out_(out) {
    sources_.begin(tree);
  }

  // Writes the pushes of its points; returns their Σ q.
  double push(std::int32_t node) {
    open_.push_back(0);
    return visit(node, 0);
  }

 private:
  // Squares that are still undecided for the node stand in open_, from place `open` to its end.
  double visit(std::int32_t at, std::size_t open) {
    const Node& node = tree_.nodes()[static_cast<std::size_t>(at)];
    const Sources::Size before = sources_.size();
    const std::size_t end = open_.size();
    for (std::size_t i = open; i < end; ++i) sift(at, open_[i]);
    double z = 0;
    if (is_group(node)) {
      z = push_group(node);
    } else {
      for (std::int32_t child = at + 1; child < node.next;
           child = tree_.nodes()[static_cast<std::size_t>(child)].next) {
        z += visit(child, end);
      }
    }
    open_.resize(end);
    sources_.back_to(before);
    return z;
  }

  // Looks at the square `top` and what is in it, for all points of the node.
  void sift(std::int32_t at, std::int32_t top) {
    const auto& nodes = tree_.nodes();
    const Quadtree::Box box = tree_.boxes()[static_cast<std::size_t>(at)];
    const bool last = is_group(nodes[static_cast<std::size_t>(at)]);
    const std::int32_t end = nodes[static_cast<std::size_t>(top)].next;
    for (std::int32_t i = top; i < end;) {
      const Node& square = nodes[static_cast<std::size_t>(i)];
      const float left = square.x - box.left, right = box.right - square.x;
      const float low = square.y - box.low, high = box.high - square.y;
      const float dx = std::max({-left, -right, 0.0F}), dy = std::max({-low, -high, 0.0F});
      const float far_x = std::max(left, right), far_y = std::max(low, high);
      if (square.size < small_ * (1 + dx * dx + dy * dy)) {
        sources_.add_far(square);
      } else if (!last && square.size < small_ * (1 + far_x * far_x + far_y * far_y)) {
        open_.push_back(i);
      } else if (square.leaf) {
        sources_.add_near(tree_.sorted(), square);
      } else {
        ++i;
        continue;
      }
      i = square.next;
    }
  }

  double push_group(const Node& node) {
    const PointKernels::Far far = sources_.far();
    const PointKernels::Near near = sources_.near();
    const Points& sorted = tree_.sorted();
    const auto push_two = point_kernels().push_two;
    double z = 0;
    const auto end = static_cast<std::size_t>(node.end);
    for (auto p = static_cast<std::size_t>(node.begin); p < end; p += 2) {
      // Two points share what is loaded; the last one of an odd group goes twice.
      const std::size_t other = std::min(p + 1, end - 1);
      const float x[] = {sorted.x[p], sorted.x[other]}, y[] = {sorted.y[p], sorted.y[other]};
      PointKernels::Push sums[2];
      push_two(far, near, x, y, sums);
      const auto write = [&](std::size_t place, const PointKernels::Push& sum) {
        const auto point = static_cast<std::size_t>(tree_.order()[place]);
        out_.push.x[point] = sum.x;
        out_.push.y[point] = sum.y;
        z += static_cast<double>(sum.z);
      };
      write(p, sums[0]);
      if (other != p) write(other, sums[1]);
    }
    return z;
  }

  const Quadtree& tree_;
  float small_;  // against 1 + d²
  Sources& sources_;
  Repulsion& out_;
  std::vector<std::int32_t> open_;
};

}  // namespace

void BarnesHut::repel(Repulsion& out) {
  const auto& nodes = tree_.nodes();
  const std::size_t n = tree_.sorted().count();
  out.push.x.resize(n);
  out.push.y.resize(n);
  // Crowds are small where there are few points, so that every thread has some.
  const auto most = std::clamp(static_cast<std::int32_t>(n / 64), group, crowd);
  crowds_.clear();
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(nodes.size());) {
    const Node& node = nodes[static_cast<std::size_t>(i)];
    const bool whole = node.leaf || node.end - node.begin <= most;
    if (whole) crowds_.push_back(i);
    i = whole ? node.next : i + 1;
  }
  crowds_z_.assign(crowds_.size(), 0);
  const auto crowds = static_cast<int>(crowds_.size());
  parallel_for(crowds, n * 2000, [&](int i) {
    // Every other one first: crowded regions are shared among the threads.
    const int half = (crowds + 1) / 2;
    const auto c = static_cast<std::size_t>(i < half ? 2 * i : 2 * (i - half) + 1);
    thread_local Sources sources;
    crowds_z_[c] = Walk(tree_, theta_, sources, out).push(crowds_[c]);
  });
  out.z = -static_cast<double>(n);  // every point met itself, with q = 1
  for (const double z : crowds_z_) out.z += z;
}

}  // namespace glassformer
