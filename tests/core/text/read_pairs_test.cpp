#include "core/text/read_pairs.h"

#include <gtest/gtest.h>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

std::string complaint(std::string_view text) {
  try {
    parse_training_pairs(text, "p.tsv");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Pairs, AreReadAndComposed) {
  const auto pairs = parse_training_pairs(
      "\xef\xbb\xbfthe cat\tle chat\r\n\n a dog \t un caf\x65\xcc\x81 \n", "p.tsv");
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].source, "the cat");
  EXPECT_EQ(pairs[0].target, "le chat");
  EXPECT_EQ(pairs[1].source, "a dog");
  EXPECT_EQ(pairs[1].target, "un caf\xc3\xa9");
}

TEST(Pairs, AWrongLineIsNamed) {
  EXPECT_TRUE(complaint("a\tb\nno tab here\n").starts_with("p.tsv:2: there is no tab"));
  EXPECT_TRUE(complaint("a\tb\tc\n").starts_with("p.tsv:1: there is a second tab"));
  EXPECT_TRUE(complaint("a\tb\n\n\t b\n").starts_with("p.tsv:3: the source sentence is empty"));
  EXPECT_TRUE(complaint("a\t \n").starts_with("p.tsv:1: the target sentence is empty"));
  EXPECT_TRUE(complaint("a\tb\xff\n").starts_with("p.tsv:1: byte 2 of the target"));
  EXPECT_TRUE(complaint(std::string(10'000'000, 'x') + "\ty\n").starts_with("p.tsv:1: the source"));
  EXPECT_TRUE(complaint("").starts_with("p.tsv: holds no pair"));
  EXPECT_TRUE(complaint("\n \n").starts_with("p.tsv: holds no pair"));
}

}  // namespace
}  // namespace glassformer
