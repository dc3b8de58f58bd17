#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/embed/files/read_vectors.h"
#include "core/embed/files/vector_readers.h"
#include "core/embed/files/write_vectors.h"
#include "core/embed/subwords.h"
#include "core/formats/byte_reader.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::TemporaryFolder;

Rows rows_of(std::size_t count, std::size_t dim, float first) {
  RowsBuilder rows(count, dim);
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t k = 0; k < dim; ++k) {
      rows[r][k] = first + static_cast<float>(r) - static_cast<float>(k) / 3;
    }
  }
  return rows.finish();
}

WordVectors some(const std::vector<std::string>& words, std::size_t dim = 3) {
  WordVectors v;
  for (const std::string& word : words) v.words.add(word);
  v.vectors = rows_of(words.size(), dim, 0.1F);
  return v;
}

void expect_same_rows(const Rows& a, const Rows& b) {
  ASSERT_EQ(a.count(), b.count());
  if (a.empty()) return;
  ASSERT_EQ(a.dim(), b.dim());
  for (std::size_t r = 0; r < a.count(); ++r) {
    for (std::size_t k = 0; k < a.dim(); ++k) EXPECT_EQ(a[r][k], b[r][k]) << r << "," << k;
  }
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(WordColumns, AreReadFromATableAndKept) {
  const TemporaryFolder folder;
  write_file(folder / "vectors.tsv", "1\t2\n3\t4\n5\t6\n");
  write_file(folder / "metadata.tsv",
             "Word\tYear\tCategory\tCount\tPart of speech\n"
             "run\t1200\tmotion\t9\tverb\nrun\t1\tx\t1\tx\ncity\t\tplace\t4\tnoun\n");
  const auto expect_columns = [](const WordVectors& v) {
    ASSERT_EQ(v.words.size(), 2U) << "of a word that comes twice the first line is kept";
    ASSERT_EQ(v.columns.size(), 2U);
    EXPECT_EQ(v.columns[0].name, "Year");
    EXPECT_EQ(v.columns[0].cells[0], "1200");
    EXPECT_TRUE(v.columns[0].cells[1].empty() || v.columns[0].cells[1] == "-");
    EXPECT_EQ(v.columns[1].name, "Part of speech");
    EXPECT_EQ(v.columns[1].cells, (std::vector<std::string>{"verb", "noun"}));
    EXPECT_EQ(v.groups, (std::vector<std::string>{"motion", "place"}));
    EXPECT_EQ(v.counts, (std::vector<std::uint64_t>{9, 4}));
  };
  const WordVectorsPtr read = read_vectors(folder / "vectors.tsv");
  expect_columns(*read);
  for (const char* name : {"again_vectors.tsv", "again.safetensors"}) {
    EXPECT_EQ(write_vectors(folder / name, *read, format_for(folder / name).value()), "");
    expect_columns(*read_vectors(folder / name));
  }
  const auto text = folder / "again.txt";
  EXPECT_NE(write_vectors(text, *read, format_for(text).value()).find("columns"), std::string::npos)
      << "the message says what the format has no place for";
}

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
                                           "npy"));

TEST(WriteVectors, OurFileKeepsEverything) {
  const TemporaryFolder folder;
  WordVectors v = some({"of two words", "b", "c"});
  v.outputs = rows_of(3, 3, -7);
  v.counts = {9, 5, 1ULL << 40};
  v.groups = {"country", "", "x y"};
  v.origin = "train vectors --seed 3";
  auto subwords = std::make_shared<Subwords>();
  subwords->shortest = 2;
  subwords->longest = 4;
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
  EXPECT_EQ(again->subwords->shortest, 2);
  EXPECT_EQ(again->subwords->longest, 4);
  expect_same_rows(again->subwords->buckets, subwords->buckets);
}

TEST(WriteVectors, SaysWhatAFormatCannotKeep) {
  const TemporaryFolder folder;
  WordVectors v = some({"New York", "b"});
  v.counts = {2, 1};
  const std::string told = write_vectors(folder / "my.bin", v, VectorFormat::word2vec_binary);
  EXPECT_NE(told.find("1 word holds a space"), std::string::npos) << told;
  EXPECT_NE(told.find("no place for counts"), std::string::npos) << told;
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
  EXPECT_EQ(write_vectors(folder / "vectors.tsv", v, VectorFormat::projector_table), "");
  EXPECT_EQ(read_file(folder / "metadata.tsv", 1000), "word\tcount\tgroup\na\t20\tx\nb c\t3\ty\n");
  const WordVectorsPtr again = read_vectors(folder / "vectors.tsv");
  EXPECT_EQ(again->counts, v.counts);
  EXPECT_EQ(again->groups, v.groups);
}

WordVectorsPtr read_text(const std::string& text) {
  const TemporaryFolder folder;
  write_file(folder / "made-up.txt", text);
  return read_vectors(folder / "made-up.txt");
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

TEST(VectorText, WordsMayHoldSpaces) {
  const WordVectorsPtr v = read_text("a 1 2\n. . . 3 4\n 5 6\n");
  ASSERT_EQ(v->words.size(), 3U);
  EXPECT_EQ(v->words[1], ". . .");
  EXPECT_EQ(v->words[2], " ");
  EXPECT_EQ(v->vectors[2][1], 6.0F);
}

TEST(VectorText, TheFirstOfEqualWordsIsKept) {
  const WordVectorsPtr v = read_text("3 2\na 1 2\nb 3 4\na 5 6\n");
  ASSERT_EQ(v->words.size(), 2U);
  EXPECT_EQ(v->vectors[0][0], 1.0F);
  EXPECT_EQ(v->warning, "1 word came again and was left out: the first of each is kept");
}

TEST(VectorText, ErrorsNameTheLine) {
  const auto told = [](const std::string& text) { return error_of([&] { read_text(text); }); };
  EXPECT_NE(told("a 1 2\nb 1\n").find("line 2 has 1 numbers, but 2 are expected"),
            std::string::npos);
  EXPECT_NE(told("a 1 2\nb\n").find("line 2 has 0 numbers, but 2 are expected"), std::string::npos);
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

std::string of_floats(std::initializer_list<float> numbers) {
  std::string bytes;
  for (const float n : numbers) bytes.append(reinterpret_cast<const char*>(&n), sizeof n);
  return bytes;
}

TEST(Word2VecBinary, WithAndWithoutLineEnds) {
  const std::string a = of_floats({1, 2}), b = of_floats({3, 4});
  for (const std::string end : {"", "\n"}) {
    const WordVectorsPtr v = read_text("2 2\na " + a + end + "b " + b + end);
    ASSERT_EQ(v->words.size(), 2U);
    EXPECT_EQ(v->vectors[1][1], 4.0F);
  }
}

TEST(Word2VecBinary, EveryCutIsNamed) {
  const std::string whole = "2 2\na " + of_floats({1, 2}) + "\nb " + of_floats({3, 4});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string bytes = whole.substr(0, length);
    ByteReader in(bytes_in_memory(bytes), "cut.bin");
    EXPECT_NE(error_of([&] { read_word2vec_binary(in, 0); }).find("cut.bin: "), std::string::npos)
        << length;
  }
}

TEST(Word2VecBinary, ManyRowsGrowWithoutLoss) {
  const TemporaryFolder folder;
  WordVectors v;
  RowsBuilder rows(70'000, 20);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    v.words.add(std::to_string(r));
    for (std::size_t k = 0; k < 20; ++k) rows[r][k] = static_cast<float>(r * 20 + k);
  }
  v.vectors = rows.finish();
  write_vectors(folder / "many.bin", v, VectorFormat::word2vec_binary);
  const WordVectorsPtr again = read_vectors(folder / "many.bin");
  ASSERT_EQ(again->words.size(), 70'000U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(again->vectors.data()) % 64, 0U);
  for (const std::size_t r : {0U, 1U, 700U, 8191U, 8192U, 65'536U, 69'999U}) {
    EXPECT_EQ(again->words.find(std::to_string(r)), static_cast<int>(r));
    EXPECT_EQ(again->vectors[r][19], static_cast<float>(r * 20 + 19));
  }
}

TEST(Word2VecBinary, AClaimTakesNoMemory) {
  ByteReader in(bytes_in_memory("4000000000000 65536\na "), "claims.bin");
  EXPECT_NE(error_of([&] { read_word2vec_binary(in, 0); }).find("ends at byte 22"),
            std::string::npos);
}

}  // namespace
}  // namespace glassformer
