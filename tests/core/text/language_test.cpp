#include "core/text/language.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace glassformer
