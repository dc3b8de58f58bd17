#include "core/tensor/huffman.h"

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

std::span<const HuffmanTree::CodeBit> HuffmanTree::code(int word,
                                                        std::vector<CodeBit>& room) const {
  if (lists(word)) return code(word);
  room.assign(1, to_word[static_cast<std::size_t>(word)]);
  while (room.back().node < to_node.size()) room.push_back(to_node[room.back().node]);
  std::reverse(room.begin(), room.end());
  return room;
}

std::uint64_t HuffmanTree::total_bits(std::span<const std::uint64_t> counts) const {
  std::uint64_t sum = 0;
  std::vector<CodeBit> room;
  for (std::size_t word = 0; word < counts.size(); ++word) {
    sum += counts[word] * code(static_cast<int>(word), room).size();
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

HuffmanTree huffman_tree(std::span<const std::uint64_t> counts, std::size_t max_listed) {
  HuffmanTree tree;
  const std::size_t n = counts.size(), listed = std::min(n, std::max<std::size_t>(max_listed, 1));
  tree.nodes = huffman_nodes(counts);
  tree.to_word.resize(n);
  tree.to_node.resize(std::max<std::size_t>(tree.nodes.size(), 1) - 1);
  // The root is the last node: how deep a node lies is known before its children are looked at.
  std::vector<std::uint32_t> depths(n), node_depths(tree.nodes.size());
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    for (std::uint32_t bit = 0; bit < 2; ++bit) {
      const std::int32_t child = tree.nodes[i].children[bit];
      const auto at = static_cast<std::size_t>(child < 0 ? -1 - child : child);
      (child < 0 ? tree.to_word : tree.to_node)[at] = {static_cast<std::uint32_t>(i), bit};
      (child < 0 ? depths : node_depths)[at] = node_depths[i] + 1;
    }
  }
  tree.starts.reserve(listed + 1);
  for (std::size_t word = 0; word < listed; ++word) {
    tree.starts.push_back(tree.starts.back() + depths[word]);
  }
  tree.codes.resize(tree.starts.back());
  for (std::size_t word = 0; word < listed; ++word) {
    HuffmanTree::CodeBit step = tree.to_word[word];
    for (std::size_t to = tree.starts[word + 1]; to > tree.starts[word];) {
      tree.codes[--to] = step;
      if (step.node < tree.to_node.size()) step = tree.to_node[step.node];
    }
  }
  if (listed == n) {
    tree.to_word = std::vector<HuffmanTree::CodeBit>();
    tree.to_node = std::vector<HuffmanTree::CodeBit>();
  }
  return tree;
}

}  // namespace glassformer
