#include "core/tensor/huffman.h"

#include <gtest/gtest.h>

#include <cmath>

namespace glassformer {
namespace {

// The words of the lecture: fat 3, fridge 2, zebra 1, potato 3, and 14, in 7, today 4, kangaroo 2.
const std::vector<std::uint64_t> lecture{3, 2, 1, 3, 14, 7, 4, 2};

TEST(Huffman, CodesTheLecturesWordsInNinetyFourBits) {
  const HuffmanTree tree = huffman_tree(lecture);
  EXPECT_EQ(tree.total_bits(lecture), 94U);
  EXPECT_EQ(tree.code(4).size(), 1U);  // "and"
  EXPECT_EQ(tree.nodes.size(), 7U);
  EXPECT_EQ(tree.nodes.back().count, 36U);
}

TEST(Huffman, TurnsLeadFromTheRootToTheWord) {
  const HuffmanTree tree = huffman_tree(lecture);
  double kraft = 0;
  for (int word = 0; word < 8; ++word) {
    const std::span<const HuffmanTree::CodeBit> code = tree.code(word);
    std::int32_t at = static_cast<std::int32_t>(tree.nodes.size()) - 1;
    for (const HuffmanTree::CodeBit turn : code) {
      ASSERT_EQ(turn.node, at);
      at = tree.nodes[static_cast<std::size_t>(at)].children[turn.bit];
    }
    EXPECT_EQ(at, -1 - word);
    kraft += std::pow(2.0, -static_cast<double>(code.size()));
  }
  EXPECT_EQ(kraft, 1);
}

TEST(Huffman, TurnsThatAreNotListedAreFound) {
  const HuffmanTree whole = huffman_tree(lecture);
  for (const std::size_t max : {1, 3, 7}) {
    const HuffmanTree part = huffman_tree(lecture, max);
    EXPECT_EQ(part.total_bits(lecture), 94U);
    std::vector<HuffmanTree::CodeBit> room;
    for (int word = 0; word < 8; ++word) {
      EXPECT_EQ(part.lists(word), static_cast<std::size_t>(word) < max);
      const auto code = part.code(word, room), expected = whole.code(word);
      ASSERT_EQ(code.size(), expected.size());
      for (std::size_t i = 0; i < code.size(); ++i) {
        EXPECT_EQ(code[i].node, expected[i].node);
        EXPECT_EQ(code[i].bit, expected[i].bit);
      }
    }
  }
}

TEST(Huffman, TakesOneWordAndTwo) {
  EXPECT_TRUE(huffman_tree(std::vector<std::uint64_t>{5}).code(0).empty());
  const HuffmanTree two = huffman_tree(std::vector<std::uint64_t>{5, 1});
  EXPECT_EQ(two.code(0).size(), 1U);
  EXPECT_NE(two.code(0)[0].bit, two.code(1)[0].bit);
}

// As word2vec.c: of two as small a leaf goes before a node, of two leaves the later word, and the
// smaller of the two has bit 0.
TEST(Huffman, TiesAreBrokenAsWord2vecDoes) {
  const auto nodes = huffman_nodes(std::vector<std::uint64_t>{2, 1, 1});
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(nodes[0].children[0], -1 - 2);
  EXPECT_EQ(nodes[0].children[1], -1 - 1);
  EXPECT_EQ(nodes[1].children[0], -1 - 0) << "the leaf of 2 before the node of 2";
  EXPECT_EQ(nodes[1].children[1], 0);
}

}  // namespace
}  // namespace glassformer
