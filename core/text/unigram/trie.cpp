#include "core/text/unigram/trie.h"

#include <algorithm>
#include <numeric>

namespace glassformer {

PieceTrie::PieceTrie(const std::vector<std::string>& pieces) {
  std::vector<int> order(pieces.size());
  std::iota(order.begin(), order.end(), 0);
  const auto text = [&](std::size_t i) -> const std::string& {
    return pieces[static_cast<std::size_t>(order[i])];
  };
  std::ranges::stable_sort(order, [&](int a, int b) {
    return pieces[static_cast<std::size_t>(a)] < pieces[static_cast<std::size_t>(b)];
  });
  // The texts of a node, all with the same beginning, in the order in which nodes are made.
  struct Range {
    std::size_t begin = 0, end = 0, depth = 0;
  };
  std::vector<Range> ranges{{0, pieces.size(), 0}};
  for (std::size_t node = 0; node < ranges.size(); ++node) {
    auto [begin, end, depth] = ranges[node];
    while (begin < end && text(begin).size() == depth) {
      if (nodes_[node].piece < 0 && depth > 0) nodes_[node].piece = order[begin];
      ++begin;
    }
    nodes_[node].first = static_cast<std::int32_t>(nodes_.size());
    while (begin < end) {
      const char byte = text(begin)[depth];
      std::size_t next = begin;
      while (next < end && text(next)[depth] == byte) ++next;
      Node child;
      child.byte = static_cast<unsigned char>(byte);
      nodes_.push_back(child);
      ++nodes_[node].count;
      ranges.push_back({begin, next, depth + 1});
      begin = next;
    }
  }
}

std::int32_t PieceTrie::child(std::int32_t at, unsigned char byte) const {
  const Node& node = nodes_[static_cast<std::size_t>(at)];
  std::int32_t low = node.first, high = node.first + node.count;
  while (low < high) {
    const std::int32_t middle = low + (high - low) / 2;
    const unsigned char found = nodes_[static_cast<std::size_t>(middle)].byte;
    if (found == byte) return middle;
    (found < byte ? low : high) = found < byte ? middle + 1 : middle;
  }
  return -1;
}

}  // namespace glassformer
