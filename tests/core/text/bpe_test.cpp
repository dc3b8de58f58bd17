#include "core/text/bpe.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace glassformer {
namespace {

using Texts = std::vector<std::string>;

Texts pre_tokens(const std::string& text) {
  const auto found = bpe::pre_tokens(text);
  return {found.begin(), found.end()};
}

// One blank before a word belongs to it. Of several the last one does, and the others stand alone.
TEST(Bpe, OfSeveralBlanksTheLastBelongsToTheWord) {
  EXPECT_EQ(pre_tokens("a b"), (Texts{"a", " b"}));
  EXPECT_EQ(pre_tokens("a  b"), (Texts{"a", " ", " b"}));
  EXPECT_EQ(pre_tokens("a   b"), (Texts{"a", "  ", " b"}));
  EXPECT_EQ(pre_tokens("a\tb"), (Texts{"a", "\t", "b"}));
  EXPECT_EQ(pre_tokens("a  "), (Texts{"a", "  "}));
  EXPECT_EQ(pre_tokens(""), Texts{});
}

// GPT-2's endings stand by themselves.
TEST(Bpe, EndingsWithAnApostropheAreApart) {
  EXPECT_EQ(pre_tokens("I've we'll they're it's don't I'm he'd"),
            (Texts{"I", "'ve", " we", "'ll", " they", "'re", " it", "'s", " don", "'t", " I", "'m",
                   " he", "'d"}));
}

// Sennrich, Haddow and Birch 2016, figure 1: low 5, lower 2, newest 6, widest 3.
TEST(Bpe, LearnsThePapersPieces) {
  const auto learned =
      bpe::learn({{"low_", 5}, {"lower_", 2}, {"newest_", 6}, {"widest_", 3}}, 11 + 5);
  ASSERT_EQ(learned.pieces.size(), 16u);
  const Texts made(learned.pieces.begin() + 11, learned.pieces.end());
  EXPECT_EQ(std::ranges::count(made, "est_"), 1) << "after three merges, whatever their order";
  EXPECT_EQ(std::ranges::count(made, "low"), 1);
  EXPECT_EQ(made[2], "est_");
}

TEST(Bpe, OfPairsAsFrequentTheLastOfTheAlphabetIsFirst) {
  const auto learned = bpe::learn({{"ab", 2}, {"cd", 2}, {"ce", 2}}, 5 + 3);
  EXPECT_EQ((Texts{learned.pieces.begin() + 5, learned.pieces.end()}), (Texts{"ce", "cd", "ab"}));
}

TEST(Bpe, WhatIsThereOnceIsNotMerged) {
  EXPECT_EQ(bpe::learn({{"ab", 1}}, 10).pieces.size(), 2u);
  EXPECT_EQ(bpe::learn({{"ab", 2}}, 10).pieces.size(), 3u);
  EXPECT_EQ(bpe::learn({{"abc", 3}}, 2).pieces.size(), 2u) << "no more characters than pieces";
}

// Of three in a row the first two are one.
TEST(Bpe, ARunIsMergedFromItsBeginning) {
  const auto learned = bpe::learn({{"aaa", 2}, {"aa", 5}}, 3);
  EXPECT_EQ(learned.pieces, (Texts{"a", "aa", "aaa"}));
  std::vector<int> symbols{0, 0, 0};
  EXPECT_EQ(bpe::merge(symbols, {{bpe::key(0, 0), 0}}, 1), (std::vector<int>{2, 1}));
  EXPECT_EQ(symbols, (std::vector<int>{1, 0}));
}

// What was learned first is merged first, wherever it stands.
TEST(Bpe, TheEarlierMergeGoesFirst) {
  std::vector<int> symbols{0, 1, 2};
  bpe::merge(symbols, {{bpe::key(0, 1), 1}, {bpe::key(1, 2), 0}}, 3);
  EXPECT_EQ(symbols, (std::vector<int>{0, 3}));
}

}  // namespace
}  // namespace glassformer
