#include "core/embed/vectors/word_list.h"

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

TEST(WordList, AddsAllOfAnotherAsOneByOne) {
  WordList other, together, one_by_one;
  std::vector<std::int32_t> ids;
  together.add_all(other, ids);
  EXPECT_TRUE(together.empty());
  for (int i = 0; i < 3000; ++i) other.add("w" + std::to_string(i));
  for (int i = 0; i < 100; ++i) together.add("w" + std::to_string(i * 70));
  for (int i = 0; i < 100; ++i) one_by_one.add("w" + std::to_string(i * 70));
  together.add_all(other, ids);
  ASSERT_EQ(ids.size(), other.size());
  for (std::size_t i = 0; i < other.size(); ++i) {
    ASSERT_EQ(ids[i], one_by_one.add(other[i]).id);
    ASSERT_EQ(ids[i], together.find(other[i]));
  }
  EXPECT_EQ(together.size(), one_by_one.size());
}

}  // namespace
}  // namespace glassformer
