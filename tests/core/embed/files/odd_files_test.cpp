#include <gtest/gtest.h>
#include <zip.h>

#include <cstring>
#include <string>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/eval/rated_pairs.h"
#include "core/embed/files/read_vectors.h"
#include "core/embed/files/vector_readers.h"
#include "core/formats/file.h"
#include "core/formats/npy.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

// Files that are odd, but can be read: they are, and what is odd is said.
namespace glassformer {
namespace {

using testing::message_of;
using testing::TemporaryFolder;

void expect_in(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(OddFiles, AWordWithoutALetterIsReadAndSaid) {
  const TemporaryFolder here;
  std::string bytes = "3 1\n";
  for (const char* word : {"a", "", "c"}) {
    const float number = 1;
    bytes += std::string(word) + " ";
    bytes.append(reinterpret_cast<const char*>(&number), 4);
    bytes += "\n";
  }
  write_file(here / "v.bin", bytes);
  const WordVectorsPtr made = read_vectors(here / "v.bin");
  EXPECT_EQ(made->words.size(), 3U);
  expect_in(made->warning, "1 word without a letter, the first is number 2");
}

TEST(OddFiles, BytesBehindAnArrayAreSaid) {
  const TemporaryFolder here;
  Mat numbers(3, 2, 1);
  write_file(here / "v.npy", npy_bytes(numbers));
  EXPECT_EQ(read_vectors(here / "v.npy")->warning.find("more bytes"), std::string::npos);
  write_file(here / "v.npy", npy_bytes(numbers) + "more");
  expect_in(read_vectors(here / "v.npy")->warning, "more bytes follow the 3 × 2 numbers");
}

TEST(OddFiles, ALineOfATableThatIsShortIsReadAndSaid) {
  const TemporaryFolder here;
  write_file(here / "vectors.tsv", "1\t2\n3\t4\n5\t6\n7\t8\n");
  write_file(here / "metadata.tsv", "word\tkind\na\tx\nb\nc\ty\nd\tz\n");
  const WordVectorsPtr made = read_vectors(here / "vectors.tsv");
  EXPECT_EQ(made->words[1], "b");
  expect_in(made->warning, "metadata.tsv: line 3 has 1 column, but the header has 2");
  // Where most lines are other than the first, it is no list of words; and that is said once.
  write_file(here / "metadata.tsv", "word\tkind\na\nb\nc\ty\nd\n");
  const std::string said = read_vectors(here / "vectors.tsv")->warning;
  expect_in(said, "metadata.tsv beside it is not taken for its list of words: line 2 has 1 column");
  EXPECT_EQ(said.find("it line"), std::string::npos) << said;
  EXPECT_EQ(said.find("line 2"), said.rfind("line 2")) << said;
}

TEST(OddFiles, ZeroBytesInATextAreWhiteSpaceAndSaid) {
  const TemporaryFolder here;
  std::string text;
  for (int i = 0; i < 50; ++i) text += "the cat sat on the mat\n";
  text[100] = '\0';
  write_file(here / "t.txt", text);
  const EncodedText read = encode_text_file(here / "t.txt", {}, 1);
  ASSERT_FALSE(read.notes.empty());
  expect_in(read.notes.front(), "zero");
  std::string noise(4096, '\0');
  for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>(i * i * 31 >> 3);
  write_file(here / "noise.txt", noise);
  expect_in(message_of([&] { encode_text_file(here / "noise.txt", {}, 1); }), "binary data");
}

TEST(OddFiles, WordsOfATableProgramMayStandBetweenQuotes) {
  const TemporaryFolder here;
  write_file(here / "p.csv",
             "\"word 1\",\"word 2\",\"rating\"\n\"king\",\"queen\",8.5\nsun,moon,\"7\"\n");
  const std::vector<RatedPair> pairs = read_rated_table(here / "p.csv").pairs;
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].first, "king");
  EXPECT_EQ(pairs[0].second, "queen");
  EXPECT_EQ(pairs[0].rating, 8.5);
  EXPECT_EQ(pairs[1].rating, 7);
}

TEST(OddFiles, PyTorchIsNamedWhateverTheFileIsCalled) {
  const TemporaryFolder here;
  const std::string file = (here / "m.safetensors").string();
  int code = 0;
  zip_t* const archive = zip_open(file.c_str(), ZIP_CREATE, &code);
  ASSERT_NE(archive, nullptr);
  zip_file_add(archive, "m/data.pkl", zip_source_buffer(archive, "\x80\x02", 2, 0), 0);
  ASSERT_EQ(zip_close(archive), 0);
  expect_in(message_of([&] { read_vectors(file); }), "PyTorch");
  write_file(here / "short.safetensors", "1234567");
  expect_in(message_of([&] { read_vectors(here / "short.safetensors"); }), "header");
}

// What word2vec.c writes, with and without the newline behind each row, and what is none of it.
TEST(OddFiles, Word2vecFilesAreReadToTheirEnd) {
  const auto told = [](const std::string& bytes) {
    return message_of([&] {
      ByteReader in(bytes_in_memory(bytes), "v.bin");
      const WordVectors made = read_word2vec_binary(in, 0);
      EXPECT_EQ(made.words.size(), 2u);
      EXPECT_EQ(made.words[1], "b");
      EXPECT_EQ(made.vectors[1][0], 1);
    });
  };
  const std::string one{'\0', '\0', '\x80', '\x3f'};
  const std::string two = "a " + one + "b " + one, lines = "a " + one + "\nb " + one + "\n";
  EXPECT_EQ(told("2 1\n" + two), "");
  EXPECT_EQ(told("2 1\n" + lines), "");
  expect_in(told("2 1\n" + lines + "x"), "goes on at byte");
  expect_in(told("0 1\n"), "holds no words");
  expect_in(told("2 0\n"), "claims 0 dimensions");
  expect_in(told("3 1\n" + lines), "truncated");
}

}  // namespace
}  // namespace glassformer
