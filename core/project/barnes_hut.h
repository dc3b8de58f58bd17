#pragma once

#include "core/project/quadtree.h"
#include "core/project/repulsion.h"

namespace glassformer {

// The repulsion of t-SNE in about n log n steps: the points of a square that is small for its
// distance push as one (Barnes and Hut 1986; for t-SNE van der Maaten 2014). What is different:
//  * neighbouring points walk the tree together and share what they find (Barnes 1990, "A modified
//    tree code"), so that the pushes are computed several at once; and what is near or far for a
//    whole crowd of such groups, the crowd finds out once;
//  * a square pushes from the mean of its points, with the second term of Taylor's series for their
//    spread;
//  * a square counts as small against √(1 + d²), the length over which q changes, and not against
//    d: points close together are one square even to each other.
// The same sum for any number of threads. Keeps its memory from call to call.
class BarnesHut {
 public:
  // A square of side s pushes as one from where s < theta · √(1 + d²).
  explicit BarnesHut(float theta = 0.4F) : theta_(theta) {}
  void repel(const Points& points, Repulsion& out) {
    sort(points);
    repel(out);
  }
  // The two halves of it: sort() works on one thread, repel() on all.
  void sort(const Points& points) { tree_.build(points); }
  void repel(Repulsion& out);
  // The points so that those that lie close follow one another: of the last call.
  const std::vector<std::int32_t>& order() const { return tree_.order(); }

 private:
  Quadtree tree_;
  std::vector<std::int32_t> crowds_;  // nodes that together hold every point once
  std::vector<double> crowds_z_;
  float theta_;
};

}  // namespace glassformer
