#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/embed/files/read_vectors.h"
#include "core/embed/files/write_vectors.h"
#include "core/embed/vectors/subwords.h"
#include "core/formats/file.h"
#include "tests/core/embed/files/some_vectors.h"
#include "tests/support/temporary_folder.h"

// What is written is read again, and what a format cannot keep is said.
namespace glassformer {
namespace {

using testing::error_of;
using testing::expect_same_rows;
using testing::rows_of;
using testing::some;
using testing::TemporaryFolder;

class RoundTrip : public ::testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, WhatIsWrittenIsReadAgain) {
  const TemporaryFolder folder;
  const auto file = folder / (std::string("my.") + GetParam());
  const WordVectors v = some({"Rome", "Zürich",
                              "a\xff"
                              "b",
                              "東京"});
  const VectorFormat format = format_for(file).value();
  EXPECT_EQ(write_vectors(file, v, format), "");
  EXPECT_EQ(recognise_vectors(file), format);
  const WordVectorsPtr again = read_vectors(file);
  ASSERT_EQ(again->words.size(), v.words.size());
  for (std::size_t i = 0; i < v.words.size(); ++i) EXPECT_EQ(again->words[i], v.words[i]);
  expect_same_rows(again->vectors, v.vectors);
  EXPECT_NE(again->warning.find("1 word is no UTF-8"), std::string::npos) << again->warning;

  VectorFileOptions options;
  options.limit = 2;
  const WordVectorsPtr two = read_vectors(file, options);
  ASSERT_EQ(two->words.size(), 2U);
  EXPECT_EQ(two->words[1], "Zürich");
  EXPECT_EQ(two->vectors.count(), 2U);
}
INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip,
                         ::testing::Values("safetensors", "bin", "txt", "vec", "glove", "tsv",
                                           "npy", "txt.gz", "glove.gz", "bin.gz"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

TEST(WriteVectors, PacksWhatItIsToldToOrSaysWhyNot) {
  const TemporaryFolder folder;
  const WordVectors v = some({"a", "b"});
  write_vectors(folder / "my.glove.gz", v, VectorFormat::glove_text);
  EXPECT_EQ(read_file(folder / "my.glove.gz", 1000).substr(0, 2), "\x1f\x8b");
  EXPECT_FALSE(format_for("my.npy.gz"));
  EXPECT_FALSE(format_for("my.gz"));
  for (const auto& wanted : {std::pair{"my.zip", VectorFormat::glove_text},
                             std::pair{"my.gz", VectorFormat::safetensors}}) {
    const auto file = folder / wanted.first;
    EXPECT_NE(error_of([&] { write_vectors(file, v, wanted.second); }).find("gz"),
              std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(file));
  }
}

TEST(WriteVectors, SaysWhereAChangedWordBecomesAnother) {
  const TemporaryFolder folder;
  const std::string told = write_vectors(folder / "my.txt", some({"new york", "new_york", "a b"}),
                                         VectorFormat::word2vec_text);
  EXPECT_NE(told.find("2 words hold"), std::string::npos) << told;
  EXPECT_NE(told.find("makes 1 of them a word that stands there already"), std::string::npos);
}

TEST(WriteVectors, OurFileKeepsEverything) {
  const TemporaryFolder folder;
  WordVectors v = some({"of two words", "b", "c"});
  v.outputs = rows_of(3, 3, -7);
  v.counts = {9, 5, 1ULL << 40};
  v.groups = {"country", "", "x y"};
  v.origin = "train vectors --seed 3";
  auto subwords = std::make_shared<Subwords>();
  subwords->min_n = 2;
  subwords->max_n = 4;
  subwords->buckets = rows_of(5, 3, 2);
  v.subwords = subwords;
  EXPECT_EQ(write_vectors(folder / "my.safetensors", v), "");
  const WordVectorsPtr again = read_vectors(folder / "my.safetensors");
  EXPECT_EQ(again->words[0], "of two words");
  expect_same_rows(again->vectors, v.vectors);
  expect_same_rows(again->outputs, v.outputs);
  EXPECT_EQ(again->counts, v.counts);
  EXPECT_EQ(again->groups[0], "country");
  EXPECT_EQ(again->groups[1], "");
  EXPECT_EQ(again->groups[2], "x y");
  EXPECT_EQ(again->origin, v.origin);
  ASSERT_TRUE(again->subwords);
  EXPECT_EQ(again->subwords->min_n, 2);
  EXPECT_EQ(again->subwords->max_n, 4);
  expect_same_rows(again->subwords->buckets, subwords->buckets);
}

TEST(WriteVectors, RowsOfWholeNumbersTakeAQuarterAndMissByHalfAStep) {
  const TemporaryFolder folder;
  WordVectors v = some({"a", "b", "c", "d"}, 100);
  RowsBuilder rows(4, 100);
  for (std::size_t k = 0; k < 100; ++k) {
    rows[0][k] = static_cast<float>(k) - 31.5F;
    rows[1][k] = -1e-9F * static_cast<float>(k);
    rows[3][k] = k == 7 ? std::numeric_limits<float>::infinity() : 1;  // row 2 is zero
  }
  v.vectors = rows.finish();
  v.counts = {9, 5, 4, 3};
  auto subwords = std::make_shared<Subwords>();
  subwords->buckets = rows_of(7, 100, 2);
  v.subwords = subwords;
  write_vectors(folder / "float.safetensors", v);
  EXPECT_EQ(write_vectors(folder / "whole.safetensors", v, VectorFormat::safetensors, {},
                          RowNumbers::bytes),
            "");
  EXPECT_LT(std::filesystem::file_size(folder / "whole.safetensors"),
            std::filesystem::file_size(folder / "float.safetensors") / 2);
  const WordVectorsPtr again = read_vectors(folder / "whole.safetensors");
  EXPECT_EQ(again->counts, v.counts);
  ASSERT_EQ(again->vectors.count(), 4U);
  for (std::size_t k = 0; k < 100; ++k) {
    EXPECT_NEAR(again->vectors[0][k], v.vectors[0][k], 68.5 / 127 / 2 + 1e-5) << k;
    EXPECT_NEAR(again->vectors[1][k], v.vectors[1][k], 99e-9 / 127 / 2 + 1e-15) << k;
    EXPECT_EQ(again->vectors[2][k], 0) << k;
    EXPECT_EQ(again->vectors[3][k], 0) << k;  // what is no vector becomes none
    EXPECT_NEAR(again->subwords->buckets[6][k], subwords->buckets[6][k], 33.0 / 127 / 2) << k;
  }
  VectorFileOptions two;
  two.limit = 2;
  EXPECT_EQ(read_vectors(folder / "whole.safetensors", two)->vectors.count(), 2U);
  EXPECT_NE(error_of([&] {
              write_vectors(folder / "x.bin", v, VectorFormat::word2vec_binary, {},
                            RowNumbers::bytes);
            }).find("only our own format"),
            std::string::npos);
}

TEST(WriteVectors, SaysWhatAFormatCannotKeep) {
  const TemporaryFolder folder;
  WordVectors v = some({"New York", "b"});
  v.counts = {2, 1};
  const std::string told = write_vectors(folder / "my.bin", v, VectorFormat::word2vec_binary);
  EXPECT_NE(told.find("1 word holds a space"), std::string::npos) << told;
  EXPECT_NE(told.find("no place for counts, which are left out; end the name in .safetensors"),
            std::string::npos)
      << told;
  EXPECT_EQ(read_vectors(folder / "my.bin")->words[0], "New_York");
  EXPECT_NE(error_of([&] {
              write_vectors(folder / "x.bin", v, VectorFormat::fasttext_binary);
            }).find("not written"),
            std::string::npos);
}

TEST(WriteVectors, TablesKeepCountsAndGroups) {
  const TemporaryFolder folder;
  WordVectors v = some({"a", "b c"});
  v.counts = {20, 3};
  v.groups = {"x", "y"};
  v.group_name = "part of speech";
  EXPECT_EQ(write_vectors(folder / "vectors.tsv", v, VectorFormat::projector_table), "");
  EXPECT_EQ(read_file(folder / "metadata.tsv", 1000),
            "word\tcount\tpart of speech\na\t20\tx\nb c\t3\ty\n");
  const WordVectorsPtr again = read_vectors(folder / "vectors.tsv");
  EXPECT_EQ(again->counts, v.counts);
  EXPECT_EQ(again->groups, v.groups);
  EXPECT_EQ(again->group_name, v.group_name);
}

TEST(WriteVectors, ATableTellsNoGroupFromADash) {
  const TemporaryFolder folder;
  WordVectors v = some({"a", "b", "c"});
  v.groups = {"x", "-", ""};
  write_vectors(folder / "vectors.tsv", v, VectorFormat::projector_table);
  EXPECT_EQ(read_vectors(folder / "vectors.tsv")->groups, v.groups);
}

TEST(WriteVectors, AWordMayBeAsLongAsAText) {
  const TemporaryFolder folder;
  const WordVectors v = some({std::string(200'000, 'x'), "b"});
  for (const char* name : {"my.bin", "my.txt", "my.safetensors", "my.tsv"}) {
    write_vectors(folder / name, v, format_for(folder / name).value());
    const WordVectorsPtr again = read_vectors(folder / name);
    EXPECT_EQ(again->words[0], v.words[0]) << name;
    EXPECT_EQ(again->words[1], "b") << name;
  }
}

TEST(WriteVectors, WhatLooksLikeAnotherFileIsChangedAndCounted) {
  const TemporaryFolder folder;
  for (const std::string first : {"b\x1b",
                                  "\xff\xfe"
                                  "a",
                                  "\x1f\x8b", "PK\x03\x04", "\x80\x04", "<html>",
                                  "\xef\xbb\xbf"
                                  "a",
                                  "\x93NUMPY"}) {
    for (const char* const ending : {"vec", "glove", "tsv", "npy", "bin", "safetensors"}) {
      const auto file = folder / (std::string("vectors.") + ending);
      const VectorFormat format = format_for(file).value();
      const std::string told = write_vectors(file, some({first, "other"}), format);
      EXPECT_EQ(recognise_vectors(file), format) << ending << " " << first;
      const WordVectorsPtr v = read_vectors(file);
      ASSERT_EQ(v->words.size(), 2U) << ending;
      EXPECT_EQ(v->words[1], "other") << ending;
      EXPECT_EQ(v->words[0] == first, told.empty()) << ending << " " << told;
    }
  }
}

// A disk that is full after the words and before the vectors.
TEST(WriteVectors, APairIsReplacedAsAWholeOrNotAtAll) {
  const TemporaryFolder folder;
  std::vector<std::string> words;
  for (int i = 0; i < 2000; ++i) words.push_back("w" + std::to_string(i));
  const WordVectors v = some(words, 12);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  for (const char* const name : {"vectors.tsv", "my.npy"}) {
    const VectorFormat format = format_for(name).value();
    const auto list = words_file_of(folder / name, format);
    write_file(folder / name, "old vectors");
    write_file(list, "old words");
    rlimit small = before;
    small.rlim_cur = 1 << 15;
    ::setrlimit(RLIMIT_FSIZE, &small);
    const std::string told = error_of([&] { write_vectors(folder / name, v, format); });
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_NE(told.find("cannot be written"), std::string::npos) << told;
    EXPECT_EQ(read_file(folder / name, 1000), "old vectors");
    EXPECT_EQ(read_file(list, 1000), "old words");
  }
  std::signal(SIGXFSZ, handler);
}

}  // namespace
}  // namespace glassformer
