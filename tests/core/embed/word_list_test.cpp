#include "core/embed/word_list.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(WordList, NumbersWordsInTheOrderTheyCame) {
  WordList list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.find("king"), -1);
  EXPECT_EQ(list.add("king").id, 0);
  EXPECT_EQ(list.add("queen").id, 1);
  EXPECT_EQ(list.size(), 2U);
  EXPECT_EQ(list[1], "queen");
}

TEST(WordList, KeepsTheFirstOfTwo) {
  WordList list;
  EXPECT_TRUE(list.add("king").fresh);
  EXPECT_TRUE(list.add("").fresh);
  EXPECT_FALSE(list.add("king").fresh);
  EXPECT_EQ(list.add("").id, 1);
  EXPECT_EQ(list.size(), 2U);
}

TEST(WordList, FindsEveryWordAfterGrowing) {
  WordList list;
  list.reserve(10, 10);
  for (int i = 0; i < 5000; ++i) list.add("w" + std::to_string(i));
  for (int i = 0; i < 5000; ++i) {
    EXPECT_EQ(list.find("w" + std::to_string(i)), i);
    EXPECT_EQ(list[static_cast<std::size_t>(i)], "w" + std::to_string(i));
  }
  EXPECT_EQ(list.find("w5000"), -1);
}

}  // namespace
}  // namespace glassformer
