#include "core/text/tokenize.h"

#include <gtest/gtest.h>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

using Words = std::vector<std::string>;

std::string error_of(std::string_view text) {
  try {
    tokenize(text);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Tokenize, SplitsOnWhiteSpaceAndPunctuation) {
  EXPECT_EQ(tokenize("  A robot\tmust\nobey. "), (Words{"A", "robot", "must", "obey", "."}));
  EXPECT_EQ(tokenize("(yes, no)!"), (Words{"(", "yes", ",", "no", ")", "!"}));
  EXPECT_EQ(tokenize("well-known"), (Words{"well", "-", "known"}));
  EXPECT_EQ(tokenize("a\u00A0b\u2003c"), (Words{"a", "b", "c"}));
}

TEST(Tokenize, KeepsApostrophesWithinWordsAndSignsWithinNumbers) {
  EXPECT_EQ(tokenize("The animal didn't cross"), (Words{"The", "animal", "didn't", "cross"}));
  EXPECT_EQ(tokenize("l’été"), (Words{"l’été"}));
  EXPECT_EQ(tokenize("'quoted'"), (Words{"'", "quoted", "'"}));
  EXPECT_EQ(tokenize("3.14 1,000. 2.x"), (Words{"3.14", "1,000", ".", "2", ".", "x"}));
  EXPECT_EQ(tokenize("W_q2"), (Words{"W_q2"}));
}

TEST(Tokenize, KeepsSpecialTokensWhole) {
  EXPECT_EQ(tokenize("<s> a robot </s>"), (Words{"<s>", "a", "robot", "</s>"}));
  EXPECT_EQ(tokenize("<eos>x[CLS]"), (Words{"<eos>", "x", "[CLS]"}));
  EXPECT_EQ(tokenize("a<b c>d <>"), (Words{"a", "<", "b", "c", ">", "d", "<", ">"}));
  EXPECT_EQ(tokenize("[cls]"), (Words{"[", "cls", "]"}));
}

TEST(Tokenize, ReadsManyScripts) {
  EXPECT_EQ(tokenize("животное, устало"), (Words{"животное", ",", "устало"}));
  EXPECT_EQ(tokenize("τὸ ζῷον;"), (Words{"τὸ", "ζῷον", ";"}));
  EXPECT_EQ(tokenize("我爱你。"), (Words{"我", "爱", "你", "。"}));
  EXPECT_EQ(tokenize("السلام عليكم؟"), (Words{"السلام", "عليكم", "؟"}));
  EXPECT_EQ(tokenize("जानवर थका है।"), (Words{"जानवर", "थका", "है", "।"}));
  EXPECT_EQ(tokenize("می‌خواهم"), (Words{"می‌خواهم"}))
      << "a zero-width non-joiner is no space";
  EXPECT_EQ(tokenize("สวัสดี ครับ"), (Words{"สวัสดี", "ครับ"}));
  EXPECT_EQ(tokenize("안녕하세요 세계"), (Words{"안녕하세요", "세계"}));
}

TEST(Tokenize, ComposesToOneForm) {
  EXPECT_EQ(tokenize("u\u0308ber"), (Words{"\u00FCber"}));
  EXPECT_EQ(tokenize("e\u0301te\u0301"), tokenize("\u00E9t\u00E9"));
}

TEST(Tokenize, ASignTakesItsModifiersAlong) {
  EXPECT_EQ(tokenize("ok 👍🏽!"), (Words{"ok", "👍🏽", "!"}));
  EXPECT_EQ(tokenize("👩‍🔬🙂"), (Words{"👩‍🔬", "🙂"}));
  EXPECT_EQ(tokenize("→€"), (Words{"→", "€"}));
}

TEST(Tokenize, DropsWhatShowsNothing) {
  EXPECT_EQ(tokenize("\uFEFFa\u200Eb"), (Words{"a", "b"}));
  EXPECT_EQ(tokenize(std::string_view("a\0b", 3)), (Words{"a", "b"}));
}

TEST(Tokenize, SaysWhatItCannotRead) {
  EXPECT_EQ(error_of(""), "the sentence is empty: type at least one word");
  EXPECT_EQ(error_of(" \n\u200D "), "the sentence is empty: type at least one word");
  EXPECT_NE(error_of("abc\xFFz").find("byte 4 (0xff) starts no character"), std::string::npos)
      << error_of("abc\xFFz");
  EXPECT_NE(error_of("ab\xC3").find("byte 3 (0xc3)"), std::string::npos) << "cut off";
  EXPECT_NE(error_of("\xED\xA0\x80").find("byte 1"), std::string::npos) << "a surrogate";
  EXPECT_NE(error_of("\xC0\xAF").find("byte 1"), std::string::npos) << "overlong";
}

TEST(Tokenize, HasLimits) {
  std::string text;
  for (std::size_t i = 0; i < max_tokens; ++i) text += "w ";
  EXPECT_EQ(tokenize(text).size(), max_tokens);
  EXPECT_NE(error_of(text + "w").find("has 2049 tokens; at most 2048"), std::string::npos);
  EXPECT_NE(error_of(std::string(max_sentence_bytes + 1, 'a')).find("at most 65536"),
            std::string::npos);
}

}  // namespace
}  // namespace glassformer
