#include "core/text/language.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>

#include <string>
#include <vector>

namespace glassformer {
namespace {

std::string_view language(const std::vector<std::string>& words) {
  return language_of([&](std::string_view word) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == word) return i;
    }
    return {};
  });
}

TEST(Language, IsThatOfTheFirstFunctionWords) {
  EXPECT_EQ(language({"the", "of", "and", "cat", "is", "was"}), "English");
  EXPECT_EQ(language({"le", "la", "est", "chat", "pas", "les"}), "French");
  EXPECT_EQ(language({"der", "die", "Katze", "und", "ist", "nicht"}), "German");
  // A large English list has the French words too, far behind.
  std::vector<std::string> large{"the", "of", "and", "is", "was", "with", "that", "for"};
  for (int i = 0; i < 5000; ++i) large.push_back("w" + std::to_string(i));
  for (const char* word : {"le", "la", "les", "est", "une", "pas", "que", "des"}) {
    large.emplace_back(word);
  }
  EXPECT_EQ(language(large), "English");
}

TEST(Language, IsNotGuessed) {
  EXPECT_EQ(language({"king", "queen", "THE", "OF"}), "");
  EXPECT_EQ(language({"the", "of", "and"}), "") << "too few";
  EXPECT_EQ(language({}), "");
}

// The places of some words; the others are not there.
WordRank places(std::map<std::string, std::size_t, std::less<>> of) {
  return [of = std::move(of)](std::string_view word) -> std::optional<std::size_t> {
    const auto found = of.find(word);
    return found == of.end() ? std::nullopt : std::optional(found->second);
  };
}

TEST(Language, FourWordsOfItAreEnough) {
  EXPECT_EQ(language_of(places({{"the", 0}, {"of", 1}, {"and", 2}, {"was", 3}})), "English");
  EXPECT_EQ(language_of(places({{"the", 0}, {"of", 1}, {"and", 2}})), "");
}

// One that is ahead by less than a seventh is none, whether it is looked at first or last.
TEST(Language, OfTwoThatAreNearlyAsFrequentNeitherIsNamed) {
  for (const bool english_first : {true, false}) {
    const std::size_t english = english_first ? 0 : 1, dutch = 1 - english;
    EXPECT_EQ(language_of(places({{"the", 0},
                                  {"of", 0},
                                  {"and", english},
                                  {"was", english},
                                  {"de", 0},
                                  {"het", 0},
                                  {"een", dutch},
                                  {"van", dutch}})),
              "");
    EXPECT_EQ(language_of(places({{"the", 9 * english},
                                  {"of", 9 * english},
                                  {"and", 9 * english},
                                  {"was", 9 * english},
                                  {"de", 9 * dutch},
                                  {"het", 9 * dutch},
                                  {"een", 9 * dutch},
                                  {"van", 9 * dutch}})),
              english_first ? "English" : "Dutch");
  }
}

}  // namespace
}  // namespace glassformer
