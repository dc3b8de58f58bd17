#include "core/text/pairs_file.h"

#include <gtest/gtest.h>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/message_of.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using testing::message_of;

std::string refused(const std::string& text) {
  return message_of([&] { parse_pairs(text, "p.tsv"); });
}

void expect_in(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(PairsFile, ReadsPairsWithWhateverIsBehindThem) {
  const PairsFile file = parse_pairs(
      "\xef\xbb\xbfHi.\tSalut.\tCC-BY 2.0\r\n Run! \t Cours !\r\nthe cat\tle chat\t0-0 1-1",
      "p.tsv");
  ASSERT_EQ(file.pairs.size(), 3u);
  EXPECT_EQ(file.pairs[0].source, "Hi.");
  EXPECT_EQ(file.pairs[0].target, "Salut.");
  EXPECT_TRUE(file.pairs[0].links.empty());
  EXPECT_EQ(file.pairs[1].target, "Cours !");
  EXPECT_EQ(file.pairs[2].links, (std::vector<Link>{{0, 0}, {1, 1}}));
  EXPECT_TRUE(file.notes.empty());
}

TEST(PairsFile, LinksToWordsThatAreNotThereAreNone) {
  for (const char* links : {"0-0 7-1", "0-0 2-0", "0-0 0-2", "0-0 1", "-1-0", "0--1", "0-0 x"}) {
    const PairsFile file = parse_pairs(std::string("a b\tc d\t") + links, "p.tsv");
    EXPECT_TRUE(file.pairs[0].links.empty()) << links;
  }
}

TEST(PairsFile, SkippedLinesAreCountedInWords) {
  const std::string pairs = "a b\tc d\ne f\tg h\n";
  EXPECT_NE(parse_pairs(pairs + "x\n", "p")
                .notes.at(0)
                .find("skipped 1 line that has no tab, namely line 3"),
            std::string::npos);
  EXPECT_NE(parse_pairs(pairs + "x\ny\n", "p")
                .notes.at(0)
                .find("skipped 2 lines that have no tab, the first is line 3"),
            std::string::npos);
}

TEST(PairsFile, WhatShowsNothingIsNoSentence) {
  expect_in(refused("\u200e\ta\n"), "one side only");
}

TEST(PairsFile, ASentenceMayHaveManyWords) {
  std::string many;
  for (int i = 0; i < 3000; ++i) many += "a ";
  const PairsFile file = parse_pairs(many + "\tb\t2999-0", "p");
  ASSERT_EQ(file.pairs.size(), 1U);
  EXPECT_EQ(file.pairs[0].links.size(), 1U);
}

TEST(PairsFile, LettersAreComposed) {
  EXPECT_EQ(parse_pairs("e\u0301\ta\n", "p").pairs[0].source, "é");
}

TEST(PairsFile, SaysWhatItSkippedAndWhere) {
  const PairsFile file = parse_pairs(
      "a\tb\n\nc\n\td\ne\t \n\xe9\tf\n" + std::string(70'000, 'x') + "\ty\n\n", "p.tsv");
  EXPECT_EQ(file.pairs.size(), 1u);
  EXPECT_EQ(file.lines, 8);
  EXPECT_EQ(file.skipped, 7);
  ASSERT_EQ(file.notes.size(), 5u);
  expect_in(file.notes[0], "p.tsv: skipped 2 lines that are empty, the first is line 2");
  expect_in(file.notes[1], "skipped 1 line that has no tab, namely line 3");
  expect_in(file.notes[2], "skipped 2 lines that have one side only, the first is line 4");
  expect_in(file.notes[3], "longer than a sentence");
  expect_in(file.notes[4], "skipped 1 line that is not UTF-8 text, namely line 6");
}

TEST(PairsFile, RefusesWhatHoldsNoPair) {
  expect_in(refused(""), "is empty");
  expect_in(refused("\n \n"), "is empty");
  expect_in(refused("Hello\nWorld\n"), "line 1 has no tab");
  expect_in(refused("\xff\xfe"
                    "a"),
            "UTF-16");
  expect_in(refused("\t\na\t\n"), "no pair is left");
  expect_in(refused(std::string(10'000'000, 'a')), "line 1 has no tab");
  expect_in(refused(std::string(10'000'000, 'a') + "\tb"), "longer than a sentence");
}

TEST(PairsFile, SaysWhatCannotBeTrainedOn) {
  const auto trainable = [](const std::string& text) {
    return message_of([&] { check_trainable(parse_pairs(text, "p.tsv"), "p.tsv"); });
  };
  std::string five, same, good;
  for (int i = 0; i < 5; ++i) five += "a\tb\n";
  for (int i = 0; i < 20; ++i) same += "a b\tc\n", good += "a b\tc d\n";
  expect_in(trainable(five), "has 5 pairs of sentences; a model needs at least 10");
  expect_in(trainable(same), "its second column has one word only");
  EXPECT_EQ(trainable(good), "");
}

TEST(PairsFile, ReadsTatoeba) {
  const auto folder = testing::shared_data("parallel/tatoeba");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const PairsFile french = read_pairs(*folder / "eng-fra-3col.txt");
  EXPECT_EQ(french.pairs.size(), 5000u);
  EXPECT_EQ(french.pairs.back().target, "Je suis si fatigué\u202f!");
  const PairsFile chinese = read_pairs(*folder / "eng-cmn.txt");
  EXPECT_EQ(chinese.pairs.size(), 20133u);
  EXPECT_EQ(chinese.pairs.front().target, "嗨。");
}

// A file that has lost its line ends is not held to see that.
TEST(PairsFile, ALineWithoutAnEndIsRefusedWhereItIsTooLong) {
  const std::string endless(20 << 20, 'a');
  expect_in(message_of([&] { parse_pairs("a\tb\n" + endless, "p.tsv"); }), "line 2 is longer than");
}

TEST(PairsFile, AnswersBrokenFiles) {
  const auto folder = testing::shared_data("corrupt/parallel");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const auto answer = [&](const char* name) {
    return message_of([&] { read_pairs(*folder / name); });
  };
  expect_in(answer("01_one_column.txt"), "line 1");
  expect_in(answer("03_empty_side.txt"), "one side only");
  expect_in(answer("05_latin1.txt"), "not UTF-8");
  EXPECT_EQ(answer("07_crlf_bom.txt"), "");
}

}  // namespace
}  // namespace glassformer
