#include "core/embed/search/spelling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "core/embed/files/default_vectors.h"
#include "core/embed/vectors/folded_words.h"

namespace glassformer {
namespace {

WordVectors words(std::initializer_list<const char*> list) {
  WordVectors vectors;
  for (const char* word : list) vectors.words.add(word);
  return vectors;
}

TEST(Spelling, FindsAWordHoweverItsAccentsWerePutOn) {
  const WordVectors in_parts = words({"the", "cafe\u0301", "E\u0301cole"});
  EXPECT_EQ(spelling_of(in_parts, "caf\u00E9"), "cafe\u0301") << "the file keeps its own spelling";
  EXPECT_EQ(spelling_of(in_parts, "\u00E9cole"), "E\u0301cole");
  EXPECT_EQ(spelling_of(in_parts, "cafe"), "") << "another word";
  const WordVectors composed = words({"the", "caf\u00E9"});
  EXPECT_EQ(spelling_of(composed, "Cafe\u0301"), "caf\u00E9");
}

TEST(Spelling, MeetsApostrophesOfAllKinds) {
  EXPECT_EQ(spelling_of(words({"don't"}), "don\u2019t"), "don't");
  EXPECT_EQ(spelling_of(words({"don\u2019t"}), "Don't"), "don\u2019t");
  EXPECT_EQ(spelling_of(words({"don\u2019t", "don't"}), "don't"), "don't") << "exactly so first";
}

TEST(Spelling, OffersWhatNeedsFewestSlipsAndOfThoseTheMostFrequent) {
  const WordVectors list = words({"germ", "elegant", "german", "elephant", "germany", "zoo"});
  using Offers = std::vector<std::string>;
  EXPECT_EQ(spelt_like(list, "germny"), (Offers{"germany", "germ", "german"}));
  EXPECT_EQ(spelt_like(list, "elefant"), (Offers{"elegant", "elephant"}));
  EXPECT_EQ(spelt_like(list, "zo"), Offers{"zoo"});
  EXPECT_EQ(spelt_like(list, "zap"), Offers{}) << "two slips leave nothing of a short word";
  EXPECT_EQ(spelt_like(list, "elafants"), Offers{}) << "three slips are another word";
  EXPECT_NE(about_unknown(list, "germny").find("did you mean germany, germ or german?"),
            std::string::npos);
}

// What a class mistypes, and what it meant.
TEST(Spelling, OffersWhatAClassMeant) {
  const WordVectorsPtr real = real_vectors();
  constexpr std::pair<const char*, const char*> typed[] = {
      {"einstien", "einstein"}, {"begining", "beginning"},     {"recieve", "receive"},
      {"seperate", "separate"}, {"tommorow", "tomorrow"},      {"definately", "definitely"},
      {"germny", "germany"},    {"shakespear", "shakespeare"}, {"elefant", "elephant"},
      {"volcanoe", "volcano"},  {"choclate", "chocolate"},     {"buisness", "business"},
      {"freind", "friend"},     {"langauge", "language"},      {"goverment", "government"}};
  for (const auto& [wrong, right] : typed) {
    const std::vector<std::string> offered = spelt_like(*real, wrong);
    EXPECT_NE(std::find(offered.begin(), offered.end(), right), offered.end()) << wrong;
  }
}

TEST(Spelling, QuestionsFindWordsInEveryForm) {
  const WordVectors list = words({"cafe\u0301", "Caf\u00E9", "l\u2019ami"});
  const FoldedWords folded(list.words, list.words.size());
  EXPECT_EQ(folded.find("CAF\u00C9"), 0);
  EXPECT_FALSE(folded.is_meant(1)) << "the first of equals is meant";
  EXPECT_EQ(folded.find("l'ami"), 2);
}

}  // namespace
}  // namespace glassformer
