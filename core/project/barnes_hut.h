#pragma once

#include "core/project/quadtree.h"
#include "core/project/repulsion.h"

namespace glassformer {

// The repulsion of t-SNE in about n log n steps: the points of a square that is small for its
// distance push as one (Barnes and Hut 1986; for t-SNE van der Maaten 2014). What is different:
//  * neighbouring points walk the tree together and share what they find (Barnes 1990, "A modified
//    tree code"), so that the pushes are computed several at once;
//  * a square pushes from the mean of its points, with the second term of Taylor's series for their
//    spread;
//  * a square counts as small against √(1 + d²), the length over which q changes, and not against
//    d: points close together are one square even to each other.
// The same sum for any number of threads. Keeps its memory from call to call.
class BarnesHut {
 public:
  // A square of side s pushes as one from where s < theta · √(1 + d²).
  explicit BarnesHut(float theta = 0.4F) : theta_(theta) {}
  void repel(const Points& points, Repulsion& out);

 private:
  Quadtree tree_;
  std::vector<double> groups_z_;
  float theta_;
};

}  // namespace glassformer
