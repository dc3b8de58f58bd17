#include "core/embed/train/huffman.h"

#include <algorithm>
#include <numeric>

namespace glassformer {

namespace {

// The leaves from the rarest on, and behind them the nodes, which are made in ascending order: the
// two smallest always stand at one of two fronts.
class Fronts {
 public:
  Fronts(std::span<const std::uint64_t> counts, const std::vector<HuffmanTree::Node>& nodes)
      : counts_(counts), nodes_(nodes), order_(counts.size()) {
    std::iota(order_.rbegin(), order_.rend(), 0);
    std::stable_sort(order_.begin(), order_.end(), [&](std::int32_t a, std::int32_t b) {
      return counts[static_cast<std::size_t>(a)] < counts[static_cast<std::size_t>(b)];
    });
  }

  // The smallest of what is left, and its count.
  std::pair<std::int32_t, std::uint64_t> next() {
    const bool leaf_left = leaf_ < order_.size();
    const std::uint64_t of_leaf = leaf_left ? counts_[static_cast<std::size_t>(order_[leaf_])] : 0;
    if (leaf_left && (node_ >= nodes_.size() || of_leaf <= nodes_[node_].count)) {
      return {-1 - order_[leaf_++], of_leaf};
    }
    const std::uint64_t of_node = nodes_[node_].count;
    return {static_cast<std::int32_t>(node_++), of_node};
  }

 private:
  std::span<const std::uint64_t> counts_;
  const std::vector<HuffmanTree::Node>& nodes_;
  std::vector<std::int32_t> order_;
  std::size_t leaf_ = 0, node_ = 0;
};

}  // namespace

std::uint64_t HuffmanTree::total_bits(std::span<const std::uint64_t> counts) const {
  std::uint64_t sum = 0;
  for (std::size_t word = 0; word < words(); ++word) {
    sum += counts[word] * (starts[word + 1] - starts[word]);
  }
  return sum;
}

std::vector<HuffmanTree::Node> huffman_nodes(std::span<const std::uint64_t> counts) {
  std::vector<HuffmanTree::Node> nodes;
  nodes.reserve(counts.size());
  Fronts fronts(counts, nodes);
  while (nodes.size() + 1 < counts.size()) {
    const auto [first, a] = fronts.next();
    const auto [second, b] = fronts.next();
    nodes.push_back({{first, second}, a + b});
  }
  return nodes;
}

HuffmanTree huffman_tree(std::span<const std::uint64_t> counts) {
  HuffmanTree tree;
  const std::size_t n = counts.size();
  tree.nodes = huffman_nodes(counts);
  struct Place {
    std::int32_t above = -1;
    std::uint8_t bit = 0;     // which child of it
    std::uint32_t depth = 0;  // turns from the root
  };
  // The root is the last node: each is placed before its children are.
  std::vector<Place> of_leaf(n), of_node(tree.nodes.size());
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    for (std::uint8_t bit = 0; bit < 2; ++bit) {
      const std::int32_t child = tree.nodes[i].children[bit];
      Place& place = child < 0 ? of_leaf[static_cast<std::size_t>(-1 - child)]
                               : of_node[static_cast<std::size_t>(child)];
      place = {static_cast<std::int32_t>(i), bit, of_node[i].depth + 1};
    }
  }
  tree.starts.reserve(n + 1);
  for (const Place& leaf : of_leaf) tree.starts.push_back(tree.starts.back() + leaf.depth);
  tree.all_turns.resize(tree.starts.back());
  for (std::size_t word = 0; word < n; ++word) {
    std::size_t to = tree.starts[word + 1];
    for (Place at = of_leaf[word]; at.above >= 0;
         at = of_node[static_cast<std::size_t>(at.above)]) {
      tree.all_turns[--to] = {static_cast<std::uint32_t>(at.above), at.bit};
    }
  }
  return tree;
}

}  // namespace glassformer
