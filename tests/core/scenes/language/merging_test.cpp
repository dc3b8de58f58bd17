#include "core/scenes/language/merging.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "core/text/bpe.h"

namespace glassformer {
namespace {

using Pieces = std::vector<std::string>;

std::vector<Spelled> four_words(Spelling spelling = Spelling::end_mark) {
  return {{spell("low", spelling), 5},
          {spell("lower", spelling), 2},
          {spell("newest", spelling), 6},
          {spell("widest", spelling), 3}};
}

std::vector<std::pair<std::string, double>> named(const std::vector<PairCount>& merges) {
  std::vector<std::pair<std::string, double>> all;
  for (const PairCount& merge : merges) all.emplace_back(merge.name(), merge.count);
  return all;
}

// The words of Sennrich, Haddow and Birch 2016, section 3.2, worked out by hand.
TEST(Merging, LearnsTheMergesOfThePaper) {
  std::vector<Spelled> words = four_words();
  const std::vector<PairCount> merges = learn_merges(words, 9);
  const std::vector<std::pair<std::string, double>> expected{
      {"e + s", 9}, {"es + t", 9}, {"est + ␣", 9},    {"l + o", 7},  {"lo + w", 7},
      {"n + e", 6}, {"ne + w", 6}, {"new + est␣", 6}, {"low + ␣", 5}};
  EXPECT_EQ(named(merges), expected);
  EXPECT_EQ(words[0].pieces, Pieces{"low␣"});
  EXPECT_EQ(words[1].pieces, (Pieces{"low", "e", "r", "␣"}));
  EXPECT_EQ(words[2].pieces, Pieces{"newest␣"});
  EXPECT_EQ(words[3].pieces, (Pieces{"w", "i", "d", "est␣"}));
}

TEST(Merging, CountsEachWordAsOftenAsItComes) {
  const std::vector<PairCount> pairs = count_pairs(four_words());
  EXPECT_EQ(pairs[0].name(), "l + o");
  EXPECT_EQ(pairs[0].count, 5 + 2);
  double all = 0;
  for (const PairCount& pair : pairs) all += pair.count;
  EXPECT_EQ(all, 5 * 3 + 2 * 5 + 6 * 6 + 3 * 6);
}

TEST(Merging, EndsWhereNoPairComesTwice) {
  std::vector<Spelled> words{{spell("abc", Spelling::end_mark), 1}};
  EXPECT_TRUE(learn_merges(words, 10).empty());
}

TEST(Merging, AnOverlapIsMergedFromTheLeft) {
  Pieces letters{"a", "a", "a"};
  EXPECT_TRUE(merge_pair(letters, "a", "a"));
  EXPECT_EQ(letters, (Pieces{"aa", "a"}));
}

TEST(Merging, TheMarkInsideAWordVanishesWherePiecesJoin) {
  EXPECT_EQ(spell("low", Spelling::inside), (Pieces{"l", "##o", "##w"}));
  EXPECT_EQ(joined("l", "##o"), "lo");
  EXPECT_EQ(joined("##e", "##s"), "##es");
  EXPECT_EQ(joined("#", "##"), "###") << "a sign of the text is no mark";
}

TEST(Merging, AWordBecomesATree) {
  std::vector<Spelled> words = four_words();
  const std::vector<PairCount> merges = learn_merges(words, 9);
  const MergeTree tree = merge_tree(spell("lowest", Spelling::end_mark), merges);
  ASSERT_EQ(tree.roots.size(), 2U);
  const auto& low = tree.nodes[static_cast<std::size_t>(tree.roots[0])];
  const auto& est = tree.nodes[static_cast<std::size_t>(tree.roots[1])];
  EXPECT_EQ(low.piece, "low");
  EXPECT_EQ(low.merge, 4);
  EXPECT_EQ(est.piece, "est␣");
  EXPECT_EQ(est.begin, 3);
  EXPECT_EQ(est.end, 7);
  EXPECT_EQ(tree.nodes.size(), 7U + 5U) << "its letters, and what five merges make";
}

// core/text/bpe.h does the same with a queue.
TEST(Merging, CutsAsTheTokenizerDoes) {
  std::vector<Spelled> words = four_words();
  const std::vector<PairCount> merges = learn_merges(words, 14);
  std::unordered_map<std::string, int> ids;
  Pieces pieces;
  const auto id = [&](const std::string& piece) {
    const auto [at, fresh] = ids.try_emplace(piece, static_cast<int>(pieces.size()));
    if (fresh) pieces.push_back(piece);
    return at->second;
  };
  for (const Spelled& word : four_words()) {
    for (const std::string& letter : word.pieces) id(letter);
  }
  const int first = static_cast<int>(pieces.size());
  std::unordered_map<std::uint64_t, int> ranks;
  for (std::size_t m = 0; m < merges.size(); ++m) {
    ranks[bpe::key(id(merges[m].left), id(merges[m].right))] = static_cast<int>(m);
    ASSERT_EQ(id(joined(merges[m].left, merges[m].right)), first + static_cast<int>(m));
  }
  for (const char* word : {"lowest", "newer", "wider", "low", "lowlow", "estest", "sleet", "ewe"}) {
    const Pieces letters = spell(word, Spelling::end_mark);
    std::vector<int> symbols;
    for (const std::string& letter : letters) symbols.push_back(ids.at(letter));
    bpe::merge(symbols, ranks, first);
    Pieces cut, drawn;
    for (const int symbol : symbols) cut.push_back(pieces[static_cast<std::size_t>(symbol)]);
    const MergeTree tree = merge_tree(letters, merges);
    for (const int root : tree.roots) {
      drawn.push_back(tree.nodes[static_cast<std::size_t>(root)].piece);
    }
    EXPECT_EQ(drawn, cut) << word;
  }
}

}  // namespace
}  // namespace glassformer
