#include "core/text/nearest.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

const std::vector<std::string> keys = {"title", "text", "steps", "tolerance"};

TEST(Nearest, FindsSlipsOfTheFinger) {
  EXPECT_EQ(nearest("titel", keys), "title");
  EXPECT_EQ(nearest("txt", keys), "text");
  EXPECT_EQ(nearest("Step", keys), "steps");
  EXPECT_EQ(nearest("tolarence", keys), "tolerance");
}

TEST(Nearest, SuggestsNothingThatIsFarAway) {
  EXPECT_EQ(nearest("banana", keys), "");
  EXPECT_EQ(nearest("", keys), "");
  EXPECT_EQ(nearest("x", std::vector<std::string>{}), "");
  EXPECT_EQ(nearest(std::string(100000, 't'), keys), "");
}

TEST(Nearest, SaysWhatThereIsInstead) {
  EXPECT_EQ(instead_of("titel", "keys are", keys),
            "; did you mean 'title'? The keys are title, text, steps and tolerance");
  EXPECT_EQ(instead_of("banana", "keys are", keys),
            "; the keys are title, text, steps and tolerance");
}

TEST(Nearest, ListsManyByTheFirst) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed(std::vector<std::string>{"a"}), "a");
  EXPECT_TRUE(listed(std::vector<std::string>(100, "a")).ends_with(", a and 60 more"));
}

TEST(Nearest, LettersThatChangedPlacesAreOneSlip) {
  EXPECT_EQ(slips_between("titel", "title", 9), 1u);
  EXPECT_EQ(slips_between("ab", "ba", 9), 1u);
  EXPECT_EQ(slips_between("kitten", "sitting", 9), 3u);
  EXPECT_EQ(slips_between("Text", "text", 9), 0u);
}

// As many slips as a third of the letters, and no more; of two as near the first.
TEST(Nearest, HasItsLimit) {
  const std::vector<std::string> one{"abcdef"};
  EXPECT_EQ(nearest("abcdxy", one), "abcdef");
  EXPECT_EQ(nearest("abcxyz", one), "");
  EXPECT_EQ(nearest("cat", std::vector<std::string>{"bat", "rat"}), "bat");
  EXPECT_EQ(nearest("cat", std::vector<std::string>{"rat", "bat"}), "rat");
}

TEST(Nearest, ListsFortyInFull) {
  EXPECT_TRUE(listed(std::vector<std::string>(40, "a")).ends_with(", a and a"));
  EXPECT_TRUE(listed(std::vector<std::string>(41, "a")).ends_with(", a and 1 more"));
}

}  // namespace
}  // namespace glassformer
