#include "core/text/word_list.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(WordList, IsReadAsItIsWritten) {
  EXPECT_EQ(listed_words("a  b c"), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(listed_words("new york, us,paris"),
            (std::vector<std::string>{"new york", "us", "paris"}));
  EXPECT_TRUE(listed_words(" ").empty());
}

TEST(WordList, AWordIsAddedOrTakenAway) {
  EXPECT_EQ(with_word_toggled("a b", "c"), "a b c");
  EXPECT_EQ(with_word_toggled("a b c", "b"), "a c");
  EXPECT_EQ(with_word_toggled("", "a"), "a");
  EXPECT_EQ(with_word_toggled("a", "a"), "");
  const std::string two = with_word_toggled("paris rome", "new york");
  EXPECT_EQ(listed_words(two), (std::vector<std::string>{"paris", "rome", "new york"}));
  EXPECT_EQ(listed_words(with_word_toggled("", "new york")),
            (std::vector<std::string>{"new york"}));
  EXPECT_EQ(with_word_toggled(two, "new york"), "paris rome");
}

}  // namespace
}  // namespace glassformer
