#include "core/embed/vectors/learned_subwords.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/embed/search/neighbours.h"

namespace glassformer {
namespace {

// "aba", "abb", …: each letter adds a direction of its own, so a word is the sum of its letters.
WordVectors spelt() {
  WordVectors v;
  for (char a = 'a'; a <= 'f'; ++a) {
    for (char b = 'a'; b <= 'f'; ++b) {
      for (char c = 'a'; c <= 'f'; ++c) v.words.add(std::string{a, b, c});
    }
  }
  RowsBuilder rows(v.words.size(), 6);
  for (std::size_t i = 0; i < v.words.size(); ++i) {
    for (const char c : v.words[i]) rows[i][static_cast<std::size_t>(c - 'a')] += 1;
  }
  v.vectors = rows.finish();
  return v;
}

TEST(LearnedSubwords, MakeWordsThatTheyNeverSaw) {
  const WordVectors v = spelt();
  const LearnedSubwords learned = learn_subwords(v, {true, 1, 2, 500});
  EXPECT_GT(learned.cosine, 0.97);  // of every twentieth word, learned without it
  std::vector<float> made(6);
  ASSERT_TRUE(learned.subwords->compose("abcdef", made));
  for (const float cell : made) EXPECT_GT(cell, 0.05F);
  ASSERT_TRUE(learned.subwords->compose("aaaa", made));
  EXPECT_GT(cosine(made, v.vectors[0]), 0.97F);
}

TEST(LearnedSubwords, SayNothingOfTooFewWords) {
  WordVectors v;
  v.words.add("a");
  RowsBuilder rows(1, 2);
  rows[0][0] = 1;
  v.vectors = rows.finish();
  const LearnedSubwords learned = learn_subwords(v, {true, 3, 6, 10});
  EXPECT_TRUE(std::isnan(learned.cosine));
  EXPECT_EQ(learned.subwords->buckets.count(), 10U);
}

}  // namespace
}  // namespace glassformer
