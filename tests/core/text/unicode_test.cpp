#include "core/text/unicode.h"
#include "core/tensor/error.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(Unicode, WordsAreComparedComposedAndWithOneApostrophe) {
  EXPECT_EQ(as_compared("cafe\u0301"), "caf\u00E9");
  EXPECT_EQ(as_compared("don\u2019t"), "don't");
  EXPECT_EQ(as_compared("don\u02BCt"), "don't");
  EXPECT_EQ(as_compared("\u212Bngstro\u0308m"), "\u00C5ngstr\u00F6m") << "the sign of the unit too";
  EXPECT_EQ(as_compared("\u1112\u1161\u11AB"), "\uD55C") << "a Korean syllable in its parts";
  EXPECT_EQ(as_compared("\u304B\u3099"), "\u304C") << "a Japanese voicing mark";
  EXPECT_EQ(as_compared("\u0438\u0306"), "\u0439");
  for (const char* same : {"", "plain", "\u00E9t\u00E9", "\u043C\u0438\u0440", "\u65E5\u672C",
                           "\uD55C\uAE00", "\u2014", "\u0643\u0644\u0628"}) {
    EXPECT_EQ(as_compared(same), same);
  }
  EXPECT_EQ(as_compared("e\u0301\xFF"), "e\u0301\xFF") << "no UTF-8: nothing can be composed";
}

// What has no mark is composed as it is; a mark begins at U+0300, whose first byte is 0xCC.
TEST(Unicode, ComposesWhatStandsInParts) {
  EXPECT_EQ(composed("plain ~ \u00e9\u02ff"), "plain ~ \u00e9\u02ff");
  EXPECT_EQ(composed("e\u0300"), "\u00e8");
  EXPECT_EQ(composed("A\u030a"), "\u00c5");
  EXPECT_EQ(composed("\u2126"), "\u03a9") << "the ohm is an omega";
  EXPECT_EQ(composed("\u2000"), "\u2002");
  EXPECT_EQ(composed("\u1112\u1161\u11ab"), "\ud55c");
  EXPECT_THROW(composed("a\xC3"), UserError);
  EXPECT_THROW(composed("\xC0\x80"), UserError);
}

TEST(Unicode, KnowsApostrophes) {
  for (const char* one : {"'", "\u2019", "\u02BC"}) EXPECT_TRUE(is_apostrophe(one)) << one;
  for (const char* none : {"", "\u2018", "\"", "a"}) EXPECT_FALSE(is_apostrophe(none)) << none;
  EXPECT_EQ(with_apostrophes("l'eau, l\u2019air", "\u2019"), "l\u2019eau, l\u2019air");
}

TEST(Unicode, ControlsGoAndSpacesStay) {
  EXPECT_EQ(without_controls("a\u0080\u009Fb"), "ab") << "the first and the last of them";
  EXPECT_EQ(without_controls("a\x7F~\u00A1"), "a~\u00A1");
  EXPECT_EQ(without_controls("a\tb\nc\rd"), "a\tb\nc d");
  EXPECT_EQ(without_controls("a\u0085b"), "a b") << "the next line";
}

TEST(Unicode, KnowsScriptsWithoutSpaces) {
  for (const char* one :
       {"\u3041", "\u30AB", "\u30FF", "\u3400", "\u4DBF", "\u4E00", "\u9FFF", "\uF900", "\uFAFF",
        "\U00020000", "\U000323AF", "\u0E01", "\u0EDF", "\u1000", "\u109F", "\u1780", "\u17D3"}) {
    EXPECT_TRUE(is_without_spaces(one)) << one;
  }
  for (const char* none :
       {"a", "\u3040", "\u33FF", "\u4DC0", "\uA000", "\uD55C", "\u0E00", "\u10A0", "\u177F"}) {
    EXPECT_FALSE(is_without_spaces(none)) << none;
  }
}

TEST(Unicode, JoinersAreWithinAWord) {
  for (const char* joiner : {"\u200C", "\u200D"}) {
    EXPECT_EQ(class_of_character(joiner), CharacterClass::letter);
  }
  EXPECT_EQ(class_of_character("\u200B"), CharacterClass::space);
}

TEST(Unicode, PunctuationIsNoWord) {
  for (const char* sign : {",", "...", "—", "、", "“", "?!"})
    EXPECT_TRUE(is_punctuation(sign)) << sign;
  for (const char* word : {"", "a.", "don't", "$", "3", "\xff", "🙂", "é"}) {
    EXPECT_FALSE(is_punctuation(word)) << word;
  }
}

}  // namespace
}  // namespace glassformer
