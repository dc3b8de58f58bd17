#pragma once

#include <cstdint>
#include <vector>

#include "core/project/repulsion.h"

namespace glassformer {

// Points of a plane, sorted along a Z-order curve (Morton 1966), and the squares they lie in. A
// node's children follow it, so that one loop walks the tree: into a node by ++i, past it by
// i = next.
class Quadtree {
 public:
  struct Node {
    float x = 0, y = 0;               // the mean of its points
    float xx = 0, xy = 0, yy = 0;     // their covariance, over their number
    float size = 0;                   // squared: the longer side of the box around them
    float count = 0;                  // how many there are
    std::int32_t begin = 0, end = 0;  // its points, in sorted order
    std::int32_t next = 0;            // the node after all that is in it
    bool leaf = false;
  };
  // Around the points of a node.
  struct Box {
    float left, right, low, high;
  };

  void build(const Points& points);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Box>& boxes() const { return boxes_; }  // of each node
  const Points& sorted() const { return sorted_; }
  const std::vector<std::int32_t>& order() const { return order_; }  // sorted place → point

 private:
  void sort(const Points& points);
  Box add(std::int32_t begin, std::int32_t end);
  Box add_leaf(Node& node);

  std::vector<Node> nodes_;
  std::vector<Box> boxes_;
  Points sorted_;
  std::vector<std::int32_t> order_, order_before_;
  std::vector<std::uint32_t> keys_, keys_before_;
};

}  // namespace glassformer
