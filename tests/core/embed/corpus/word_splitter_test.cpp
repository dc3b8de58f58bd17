#include "core/embed/corpus/word_splitter.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

using Words = std::vector<std::string>;

// A sentence end becomes the word "|".
struct Collector : WordSplitter::Taker {
  Words words;
  void word(std::string_view word) override { words.emplace_back(word); }
  void sentence_end() override { words.emplace_back("|"); }
};

Words split(std::string_view text, const WordOptions& options = {}, std::size_t piece = 1000) {
  WordSplitter splitter(options);
  Collector collector;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    splitter.feed(text.substr(at, piece), collector);
  }
  splitter.finish(collector);
  return collector.words;
}

TEST(WordSplitter, PartsAtWhiteSpaceAndEndsSentencesAtLines) {
  EXPECT_EQ(split("The cat,\tsat \r\non it"), (Words{"The", "cat,", "sat", "|", "on", "it", "|"}));
  EXPECT_EQ(split("a\u00A0b"), (Words{"a", "b", "|"}));
}

TEST(WordSplitter, GivesTheSameWordsHoweverTheBytesCome) {
  const std::string text =
      "\xEF\xBB\xBF"
      "Größe, naïve\nIt's 3.14 \xE2\x80\x9Cwell-known\xE2\x80\x9D";
  for (const auto signs :
       {WordOptions::Signs::keep, WordOptions::Signs::apart, WordOptions::Signs::drop}) {
    const WordOptions options{true, signs, false};
    for (std::size_t piece = 1; piece < text.size(); ++piece) {
      EXPECT_EQ(split(text, options, piece), split(text, options)) << piece;
    }
  }
}

TEST(WordSplitter, LowersLettersOfEveryAlphabet) {
  EXPECT_EQ(split("ÄRGER Ωmega CAT", {.lower = true}), (Words{"ärger", "ωmega", "cat", "|"}));
}

TEST(WordSplitter, DropsOrPartsSignsButNotThoseWithinWords) {
  const std::string text = "\"Don't,\" he said: 3.14 well-known… l’ami";
  EXPECT_EQ(split(text, {.signs = WordOptions::Signs::drop}),
            (Words{"Don't", "he", "said", "3.14", "well", "known", "l'ami", "|"}));
  EXPECT_EQ(split(text, {.signs = WordOptions::Signs::apart}),
            (Words{"\"", "Don't", ",", "\"", "he", "said", ":", "3.14", "well", "-", "known", "…",
                   "l'ami", "|"}));
}

TEST(WordSplitter, EqualWordsAreEqualBytesHoweverTheyWereTyped) {
  for (const auto signs :
       {WordOptions::Signs::keep, WordOptions::Signs::apart, WordOptions::Signs::drop}) {
    EXPECT_EQ(split("caf\u00E9 cafe\u0301 don't don\u2019t don\u02BCt", {.signs = signs}),
              (Words{"caf\u00E9", "caf\u00E9", "don't", "don't", "don't", "|"}));
  }
}

TEST(WordSplitter, KeepsOrReplacesBrokenBytesAndCountsThem) {
  WordSplitter splitter({});
  Collector kept;
  splitter.feed("ab \xFFx\xC3 c", kept);
  splitter.finish(kept);
  EXPECT_EQ(kept.words, (Words{"ab", "\xFFx\xC3", "c", "|"}));
  EXPECT_EQ(splitter.oddities().broken, 1U);
  EXPECT_EQ(splitter.oddities().first_broken_at, 3U);
  EXPECT_EQ(split("ab \xFFx\xC3 c", {.replace_broken = true}),
            (Words{"ab", "\uFFFDx\uFFFD", "c", "|"}));
}

// Bytes are counted over all pieces.
TEST(WordSplitter, SaysWhereABrokenByteIsInTheWholeText) {
  WordSplitter splitter({});
  Collector collector;
  splitter.feed("four four ", collector);
  splitter.feed("ok \xFF", collector);
  splitter.feed(" and \xFE", collector);
  splitter.finish(collector);
  EXPECT_EQ(splitter.oddities().broken, 2u);
  EXPECT_EQ(splitter.oddities().first_broken_at, 13u);
}

TEST(WordSplitter, CutsEndlessWordsBetweenCharacters) {
  std::string text = "x";
  for (int i = 0; i < 5000; ++i) text += "é";
  for (const std::size_t piece : {7, 100000}) {
    const Words words = split(text + " end", {}, piece);
    ASSERT_EQ(words.size(), 3U);
    EXPECT_EQ(words[0], text.substr(0, 999));
  }
}

}  // namespace
}  // namespace glassformer
