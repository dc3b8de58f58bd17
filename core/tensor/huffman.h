#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace glassformer {

// The binary tree whose leaves are the words and whose codes are the shortest on average (Huffman
// 1952). Inner nodes are numbered in the order they are made: the last is the root.
struct HuffmanTree {
  // A child below 0 is a leaf: the word −1 − child. Bit 0 leads to the first, bit 1 to the second.
  struct Node {
    std::int32_t children[2];
    std::uint64_t count;  // of all words below
  };
  std::vector<Node> nodes;  // words − 1

  // At a node, to the child of the bit. A word's turns lead from the root to it; what their bits
  // spell is its code.
  struct CodeBit {
    std::uint32_t node : 31;
    std::uint32_t bit : 1;
  };
  // Of a word that is listed.
  std::span<const CodeBit> code(int word) const {
    const std::size_t begin = starts[static_cast<std::size_t>(word)];
    const std::size_t end = starts[static_cast<std::size_t>(word) + 1];
    return std::span(codes).subspan(begin, end - begin);
  }
  // Of any word; `room` holds them if it is not listed.
  std::span<const CodeBit> code(int word, std::vector<CodeBit>& room) const;
  bool lists(int word) const { return static_cast<std::size_t>(word) + 1 < starts.size(); }
  // Code bits of the whole text: Σ count · length. Divided by the words it is the cost of one.
  std::uint64_t total_bits(std::span<const std::uint64_t> counts) const;

  // Of all words that are listed, one after the other.
  std::vector<CodeBit> codes;
  std::vector<std::uint64_t> starts{0};
  // Unless all are: the last turn on the way to each word, and to each node but the root. A word's
  // turns are found from there upwards.
  std::vector<CodeBit> to_word, to_node;
};

// Of equal counts the word that came later, then the node made first, is joined first, so the tree
// is the same everywhere. At least one word; a single one has an empty code. The turns of the first
// `max_listed` words, at least one, are listed: of many words they take more room than vectors of
// few numbers.
HuffmanTree huffman_tree(std::span<const std::uint64_t> counts,
                         std::size_t max_listed = std::numeric_limits<std::size_t>::max());
// Its nodes alone.
std::vector<HuffmanTree::Node> huffman_nodes(std::span<const std::uint64_t> counts);

}  // namespace glassformer
