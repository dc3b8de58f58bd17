#include "core/grad/word_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

namespace glassformer {
namespace {

// Each word lies below the nodes that its code names, on the side that its bit says, and nowhere
// else.
TEST(WordTree, SaysWhichWordsLieBelowEachNode) {
  for (const int words : {1, 2, 3, 10, 1000}) {
    const auto of = word_tree(words);
    ASSERT_EQ(static_cast<int>(of->words.size()), words);
    std::vector<int> sorted = of->words;
    std::ranges::sort(sorted);
    for (int word = 0; word < words; ++word)
      ASSERT_EQ(sorted[static_cast<std::size_t>(word)], word);
    std::vector<int> seen(of->below.size());
    for (std::size_t place = 0; place < of->words.size(); ++place) {
      for (const HuffmanTree::CodeBit step : of->tree.code(of->words[place])) {
        const auto [begin, middle, end] = of->below[step.node];
        const int at = static_cast<int>(place);
        EXPECT_LE(step.bit == 0 ? begin : middle, at);
        EXPECT_LT(at, step.bit == 0 ? middle : end);
        ++seen[step.node];
      }
    }
    for (std::size_t node = 0; node < seen.size(); ++node) {
      EXPECT_EQ(seen[node], of->below[node].end - of->below[node].begin);
    }
  }
}

// Words that come often lie near the root: Zipf's law needs a little more than its entropy,
// and much less than the 13.3 bits of an even tree.
TEST(WordTree, IsShortWhereWordsComeOften) {
  constexpr int words = 10'000;
  const auto of = word_tree(words);
  double total = 0, bits = 0, entropy = 0;
  for (int word = 0; word < words; ++word) total += 1.0 / (word + 1);
  for (int word = 0; word < words; ++word) {
    const double share = 1.0 / (word + 1) / total;
    bits += share * static_cast<double>(of->tree.code(word).size());
    entropy -= share * std::log2(share);
  }
  EXPECT_GE(bits, entropy);
  EXPECT_LT(bits, entropy + 0.1);
  EXPECT_LT(bits, 9.7);
  EXPECT_LT(of->tree.code(0).size(), 5U);
}

TEST(WordTree, MayBeAskedByManyThreads) {
  std::vector<std::shared_ptr<const WordTree>> found(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < found.size(); ++i) {
      threads.emplace_back([&, i] { found[i] = word_tree(50 + static_cast<int>(i) % 6); });
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i]->words.size(), 50 + i % 6);
    EXPECT_EQ(found[i]->tree.codes.size(),
              word_tree(50 + static_cast<int>(i) % 6)->tree.codes.size());
  }
}

}  // namespace
}  // namespace glassformer
