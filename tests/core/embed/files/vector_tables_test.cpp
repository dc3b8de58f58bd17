#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/embed/files/read_vectors.h"
#include "core/embed/files/write_vectors.h"
#include "core/formats/file.h"
#include "tests/core/embed/files/some_vectors.h"
#include "tests/support/temporary_folder.h"

// Word vectors as a table, with their words and what else is known of them beside it.
namespace glassformer {
namespace {

using testing::error_of;
using testing::of_floats;
using testing::some;
using testing::TemporaryFolder;

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
