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
  // Upwards from each leaf, then turned around.
  struct Above {
    std::int32_t node;
    std::uint8_t bit;
  };
  std::vector<Above> of_leaf(n, {-1, 0}), of_node(tree.nodes.size(), {-1, 0});
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    for (std::uint8_t bit = 0; bit < 2; ++bit) {
      const std::int32_t child = tree.nodes[i].children[bit];
      Above& above = child < 0 ? of_leaf[static_cast<std::size_t>(-1 - child)]
                               : of_node[static_cast<std::size_t>(child)];
      above = {static_cast<std::int32_t>(i), bit};
    }
  }
  for (std::size_t word = 0; word < n; ++word) {
    const auto begin = static_cast<std::ptrdiff_t>(tree.all_turns.size());
    for (Above at = of_leaf[word]; at.node >= 0; at = of_node[static_cast<std::size_t>(at.node)]) {
      tree.all_turns.push_back({static_cast<std::uint32_t>(at.node), at.bit});
    }
    std::reverse(tree.all_turns.begin() + begin, tree.all_turns.end());
    tree.starts.push_back(tree.all_turns.size());
  }
  return tree;
}

}  // namespace glassformer
