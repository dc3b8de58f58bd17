#include "core/text/words.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

using Words = std::vector<std::string>;

TEST(Words, ElisionsAreWordsOfTheirOwn) {
  EXPECT_EQ(split_words("L'homme n'a pas qu'un œuf."),
            (Words{"L'", "homme", "n'", "a", "pas", "qu'", "un", "œuf", "."}));
  EXPECT_EQ(split_words("l’été"), (Words{"l’", "été"}));
  EXPECT_EQ(split_words("aujourd'hui"), (Words{"aujourd'", "hui"}));
}

TEST(Words, JoinedTheyAreTheSentence) {
  for (const char* sentence :
       {"L'homme n'a pas qu'un œuf.", "Am 3. Mai kommt er, weil sie (nicht) schläft!", "a - b",
        "aujourd'hui l’été", "3.14 and 1,000"}) {
    EXPECT_EQ(join_words(split_words(sentence)), sentence);
  }
}

TEST(Words, ALongTextHasAsManyAsItHas) {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "word\n";
  EXPECT_EQ(split_words(text).size(), 10'000U);
}

TEST(Words, NothingHasNoWords) {
  EXPECT_TRUE(split_words("").empty());
  EXPECT_TRUE(split_words(" \t ").empty());
  EXPECT_EQ(join_words({}), "");
}

TEST(Words, AnApostropheAloneIsASign) {
  EXPECT_EQ(join_words(Words{"a", "'", "b"}), "a ' b");
  EXPECT_EQ(join_words(Words{"a", "’", "b"}), "a ’ b");
  EXPECT_EQ(join_words(Words{"l'", "arbre"}), "l'arbre");
}

}  // namespace
}  // namespace glassformer
