#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/core/embed/files/some_vectors.h"

// Word vectors as text: what stands on a line, and what is wrong with it.
namespace glassformer {
namespace {

using testing::error_of;
using testing::read_text;

TEST(VectorText, WordsMayHoldSpaces) {
  const WordVectorsPtr v = read_text("a 1 2\n. . . 3 4\n 5 6\n");
  ASSERT_EQ(v->words.size(), 3U);
  EXPECT_EQ(v->words[1], ". . .");
  EXPECT_EQ(v->words[2], " ");
  EXPECT_EQ(v->vectors[2][1], 6.0F);
}

TEST(VectorText, TheFirstWordMayHoldSpacesToo) {
  const WordVectorsPtr v = read_text("2 2\nnew york 1 2\na 3 4\n");
  ASSERT_EQ(v->words.size(), 2U);
  EXPECT_EQ(v->words[0], "new york");
  EXPECT_EQ(v->vectors[0][1], 2.0F);
  EXPECT_NE(error_of([] { read_text("1 2\nking 1 2 3\n"); }).find("line 2 has 3 numbers"),
            std::string::npos);
}

TEST(VectorText, TheFirstOfEqualWordsIsKept) {
  const WordVectorsPtr v = read_text("3 2\na 1 2\nb 3 4\na 5 6\n");
  ASSERT_EQ(v->words.size(), 2U);
  EXPECT_EQ(v->vectors[0][0], 1.0F);
  EXPECT_EQ(v->warning, "1 word came again and was left out: the first of each is kept");
}

TEST(VectorText, ErrorsNameTheLine) {
  const auto told = [](const std::string& text) { return error_of([&] { read_text(text); }); };
  EXPECT_NE(told("a 1 2\nb 1\n").find("line 2 has 1 number instead of 2;"), std::string::npos);
  EXPECT_NE(told("a 1 2\nb\n").find("line 2 has 0 numbers instead of 2;"), std::string::npos);
  EXPECT_NE(told("The king of 1932 rules alone.\n").find("this is a text"), std::string::npos);
  EXPECT_NE(told("a 1 2\nb 1 x\n").find("line 2 has \"x\" where its number 2 of 2"),
            std::string::npos);
  EXPECT_NE(told("a 1,5 2,5\n").find("with a point"), std::string::npos);
  EXPECT_NE(told("5 3\n").find("line 1 is the only one"), std::string::npos);
  EXPECT_NE(told("<!DOCTYPE html>\n").find("is a web page"), std::string::npos);
}

TEST(VectorText, NumbersAsPeopleWriteThem) {
  const WordVectorsPtr v = read_text("a +1 -.5 1e-3 1E2 2.\n");
  EXPECT_EQ(v->vectors[0][0], 1.0F);
  EXPECT_EQ(v->vectors[0][1], -0.5F);
  EXPECT_EQ(v->vectors[0][2], 1e-3F);
  EXPECT_EQ(v->vectors[0][3], 100.0F);
  EXPECT_EQ(v->vectors[0][4], 2.0F);
}

TEST(VectorText, AControlCharacterMakesNoBinaryFile) {
  const WordVectorsPtr v = read_text("2 2\na\x1b 1 2\nb 3 4\n");
  EXPECT_EQ(v->words[0], "a\x1b");
  EXPECT_EQ(v->vectors[1][1], 4.0F);
}

TEST(VectorText, NamesTheKindOfUnicode) {
  const auto told = [](std::string_view text) {
    return error_of([&] { read_text(std::string(text)); });
  };
  EXPECT_NE(told({"\xff\xfe\0\0a\0\0\0", 8}).find("UTF-32"), std::string::npos);
  EXPECT_NE(told({"\xff\xfe"
                  "a\0",
                  4})
                .find("UTF-16"),
            std::string::npos);
}

}  // namespace
}  // namespace glassformer
