#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <filesystem>
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
  for (const auto& [name, format] : {std::pair{"my.zip", VectorFormat::glove_text},
                                     std::pair{"my.gz", VectorFormat::safetensors}}) {
    EXPECT_NE(error_of([&] { write_vectors(folder / name, v, format); }).find("gz"),
              std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder / name));
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
  v.group_name = "part of speech";
  EXPECT_EQ(write_vectors(folder / "vectors.tsv", v, VectorFormat::projector_table), "");
  EXPECT_EQ(read_file(folder / "metadata.tsv", 1000),
            "word\tcount\tpart of speech\na\t20\tx\nb c\t3\ty\n");
  const WordVectorsPtr again = read_vectors(folder / "vectors.tsv");
  EXPECT_EQ(again->counts, v.counts);
  EXPECT_EQ(again->groups, v.groups);
  EXPECT_EQ(again->group_name, v.group_name);
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
    const WordVectorsPtr v = read_text(fmt::format("2 2\na {}{}b {}{}", a, end, b, end));
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

// A file of fastText's own with so many buckets; the vector of `broken` holds no number.
std::string fasttext_file(const std::vector<std::string>& words, std::size_t broken, int buckets) {
  std::string bytes;
  const auto put = [&](auto number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  const auto count = static_cast<std::int32_t>(words.size());
  for (const std::int32_t n : {793'712'314, 12, 2, 5, 1, 1, 5, 1, 2, 1, buckets, 3, 4, 100}) put(n);
  put(0.0);
  for (const std::int32_t n : {count, count, 0}) put(n);
  put(std::int64_t{1});
  put(std::int64_t{-1});
  for (const std::string& word : words) {
    bytes += word + '\0';
    put(std::int64_t{1});
    put(std::int8_t{0});
  }
  for (const int rows : {count + buckets, count}) {
    put(std::uint8_t{0});
    put(std::int64_t{rows});
    put(std::int64_t{2});
    for (int i = 0; i < rows; ++i) {
      put(i == static_cast<int>(broken) ? std::nanf("") : 1.0F);
      put(2.0F);
    }
  }
  return bytes;
}

TEST(FastTextBinary, CountsWhatIsNoNumberWhateverTheNGrams) {
  const TemporaryFolder folder;
  for (const int buckets : {0, 3}) {
    for (const auto& words : {std::vector<std::string>{"one", "two", "three"},
                              std::vector<std::string>{"one", "two", "one"}}) {
      write_file(folder / "my.bin", fasttext_file(words, 1, buckets));
      const WordVectorsPtr v = read_vectors(folder / "my.bin");
      EXPECT_NE(v->warning.find("1 vector holds a number that is infinite"), std::string::npos)
          << buckets << " " << words.back() << ": " << v->warning;
    }
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

TEST(VectorText, AControlCharacterMakesNoBinaryFile) {
  const WordVectorsPtr v = read_text("2 2\na\x1b 1 2\nb 3 4\n");
  EXPECT_EQ(v->words[0], "a\x1b");
  EXPECT_EQ(v->vectors[1][1], 4.0F);
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

class WordsBeside : public ::testing::Test {
 protected:
  WordsBeside() {
    write_vectors(folder / "my.npy", some({"w0", "w1", "w2", "w3"}), VectorFormat::npy);
    std::filesystem::remove(folder / "my.words.txt");
  }
  WordVectorsPtr read(std::size_t limit = 0) const {
    VectorFileOptions options;
    options.limit = limit;
    return read_vectors(folder / "my.npy", options);
  }
  TemporaryFolder folder;
};

TEST_F(WordsBeside, AreTakenWithANoteWhereTheirNameIsAGuess) {
  write_file(folder / "words.txt", "a\nb\nc\nd\n");
  EXPECT_EQ(read()->words[3], "d");
  EXPECT_EQ(read()->warning, "the words are those of words.txt beside it");
  write_file(folder / "my.words.txt", "e\nf\ng\nh\n");
  EXPECT_EQ(read()->words[3], "h");
  EXPECT_EQ(read()->warning, "");
}

TEST_F(WordsBeside, AreLeftWhereTheyDoNotFit) {
  write_file(folder / "my.txt", "the 0 1 2\nof 3 4 5\nand 6 7 8\nto 9 10 11\n");
  write_file(folder / "vocab.txt", "a\nb\n");
  const WordVectorsPtr v = read();
  EXPECT_EQ(v->words[3], "3");
  EXPECT_NE(v->warning.find("my.txt beside it is not taken"), std::string::npos) << v->warning;
  EXPECT_NE(v->warning.find("it has 2 words for 4 vectors"), std::string::npos) << v->warning;
  EXPECT_NE(v->warning.find("--words"), std::string::npos) << v->warning;
  VectorFileOptions named;
  named.words = folder / "vocab.txt";
  EXPECT_NE(error_of([&] { read_vectors(folder / "my.npy", named); }).find("2 words for 4 vectors"),
            std::string::npos);
}

TEST_F(WordsBeside, AHeaderIsSeenWhateverTheLimit) {
  write_file(folder / "my.words.txt", "word\na\nb\nc\nd\n");
  EXPECT_EQ(read()->words[0], "a");
  EXPECT_EQ(read(2)->words.size(), 2U);
  EXPECT_EQ(read(2)->words[0], "a");
  EXPECT_EQ(read(2)->words[1], "b");
  write_file(folder / "vectors.tsv", "1\t2\n3\t4\n\n5\t6\n");
  write_file(folder / "metadata.tsv", "word\nx\ny\nz\n");
  VectorFileOptions one;
  one.limit = 1;
  EXPECT_EQ(read_vectors(folder / "vectors.tsv", one)->words[0], "x");
}

TEST(WordColumns, OfOneNameAreToldApart) {
  const TemporaryFolder folder;
  write_file(folder / "vectors.tsv", "1\t2\n3\t4\n");
  write_file(folder / "metadata.tsv", "word\tyear\tyear\tkind\na\t1\t2\tx\nb\t3\t4\ty\n");
  const WordVectorsPtr v = read_vectors(folder / "vectors.tsv");
  write_vectors(folder / "my.safetensors", *v);
  const WordVectorsPtr again = read_vectors(folder / "my.safetensors");
  ASSERT_EQ(again->columns.size(), 2U);
  EXPECT_EQ(again->columns[0].name, "year");
  EXPECT_EQ(again->columns[1].name, "year (2)");
  EXPECT_EQ(again->columns[1].cells[1], "4");
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

TEST(Npy, ColumnsThatComeOneAfterTheOther) {
  const TemporaryFolder folder;
  std::string header = "{'descr': '<f4', 'fortran_order': True, 'shape': (3, 2), }";
  header.resize(117, ' ');
  header += '\n';
  const std::string start("\x93NUMPY\x01\x00\x76\x00", 10);
  write_file(folder / "my.npy", start + header + of_floats({1, 2, 3, 4, 5, 6}));
  for (const std::size_t limit : {0U, 2U}) {
    VectorFileOptions options;
    options.limit = limit;
    const WordVectorsPtr v = read_vectors(folder / "my.npy", options);
    ASSERT_EQ(v->vectors.count(), limit == 0 ? 3U : limit);
    EXPECT_EQ(v->vectors[1][0], 2.0F);
    EXPECT_EQ(v->vectors[1][1], 5.0F);
  }
}

}  // namespace
}  // namespace glassformer
