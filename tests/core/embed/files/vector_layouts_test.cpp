#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/embed/files/vector_collector.h"
#include "core/embed/search/neighbours.h"
#include "core/formats/byte_reader.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/text/readable.h"
#include "tests/core/embed/files/some_vectors.h"
#include "tests/support/temporary_folder.h"

// Word vectors as other programs lay them out: other separators, the word last, JSON, other
// headers.
namespace glassformer {
namespace {

using testing::error_of;
using testing::TemporaryFolder;

struct Row {
  std::string word;
  std::vector<std::string> numbers;
};
const std::vector<Row> rows{{"king", {"-0.35", "-0.69", "0.3"}},
                            {"queen", {"-0.88", "0.01", "-0.92"}},
                            {"man", {"-0.15", "0.65", "-0.75"}}};

std::string lines(const std::string& separator, bool word_last, const std::string& head = "") {
  std::string text = head;
  for (const Row& row : rows) {
    std::string line;
    for (const std::string& number : row.numbers) line += (line.empty() ? "" : separator) + number;
    text += (word_last ? line + separator + row.word : row.word + separator + line) + "\n";
  }
  return text;
}

WordVectorsPtr read(const std::string& text) {
  const TemporaryFolder here;
  write_file(here / "v", text);
  return read_vectors(here / "v");
}

VectorFormat format_of(const std::string& text) {
  ByteReader in(bytes_in_memory(text), "v");
  return recognise_vectors(in);
}

// Of a long first line only the beginning is looked at: how many numbers are in that is not how
// many there are, and what stands before them no word.
TEST(VectorLayouts, ALineThatIsLongerThanWhatIsLookedAtIsReadToItsEnd) {
  const auto line = [](const std::string& word, int numbers) {
    std::string text = word;
    for (int i = 0; i < numbers; ++i) text += " 0.125";
    return text;
  };
  const WordVectorsPtr wide = read(line("wide", 6000) + "\n" + line("wider", 6000) + "\n");
  EXPECT_EQ(wide->dim(), 6000U);
  EXPECT_EQ(read("6000\n" + line("wide", 6000) + "\n")->dim(), 6000U);
  ASSERT_EQ(wide->words.size(), 2U);
  EXPECT_EQ(std::string(wide->words[1]), "wider");
  EXPECT_NE(error_of([&] { read(line("word", 70'000)); }).find("has more than 65536 numbers"),
            std::string::npos);
  const std::string phrase(max_word_bytes, 'a');
  EXPECT_NE(error_of([&] {
              read("a 1 2\nb 1 2\n" + phrase + " a 1 2\n");
            }).find("line 3 has 4.2 MB in front of its 2 numbers"),
            std::string::npos);
}

TEST(VectorLayouts, TheSameNumbersInEveryLayout) {
  const WordVectorsPtr usual = read(lines(" ", false));
  std::string json = "{";
  for (const Row& row : rows) {
    json += (json.size() > 1 ? ", \"" : "\"") + row.word + "\": [";
    for (std::size_t k = 0; k < row.numbers.size(); ++k)
      json += (k > 0 ? ", " : "") + row.numbers[k];
    json += "]";
  }
  json += "}\n";
  std::string quoted = lines(",", false);
  quoted.replace(0, 4, "\"king\"");
  std::string decimal_commas = lines(";", false);
  for (char& c : decimal_commas) c = c == '.' ? ',' : c;
  for (const std::string& text :
       {lines("\t", true), lines(" ", true), lines(",", false), lines(";", false), lines(",", true),
        lines(",", false, "word,0,1,2\n"), lines(",", false, ",d0,d1,d2\n"), quoted, decimal_commas,
        json, lines(" ", false, "3\n"),
        lines(" ", false,
              "\xef\xbb\xbf"
              "3 3\n")}) {
    const WordVectorsPtr v = read(text);
    ASSERT_EQ(v->words.size(), rows.size()) << text;
    ASSERT_EQ(v->dim(), 3U) << text;
    EXPECT_EQ(v->warning, "") << text;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      EXPECT_EQ(v->words[r], rows[r].word) << text;
      for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(v->vectors[r][k], usual->vectors[r][k]) << text;
    }
  }
}

TEST(VectorLayouts, ALoneNumberIsDimensionsOrWords) {
  EXPECT_EQ(read("2\na 1 2\nb 3 4\nc 5 6\n")->warning, "");
  EXPECT_EQ(read("3\na 1 2\nb 3 4\nc 5 6\n")->warning, "");
  EXPECT_NE(read("5\na 1 2\nb 3 4\nc 5 6\n")->warning.find("claims 5 words, but 3 follow"),
            std::string::npos);
}

TEST(VectorLayouts, AMarkOfByteOrderHidesNoHeader) {
  EXPECT_EQ(format_of("\xef\xbb\xbf"
                      "2 2\na 1 2\nb 3 4\n"),
            VectorFormat::word2vec_text);
  EXPECT_EQ(format_of("a,1,2\nb,3,4\n"), VectorFormat::glove_text);
}

TEST(VectorLayouts, AFirstWordOfSpacesAndSignsIsKnownByTheLinesBehindIt) {
  const WordVectorsPtr v = read(". . . 1 2\nking 3 4\nname @ place 5 6\nqueen 7 8\n");
  ASSERT_EQ(v->dim(), 2U);
  EXPECT_EQ(v->words[0], ". . .");
  EXPECT_EQ(v->words[2], "name @ place");
}

TEST(VectorLayouts, RatedPairsAreNoWordsOfOneNumber) {
  EXPECT_NE(error_of([] {
              read("king queen 8.5\nman woman 8\nsun moon 3\n");
            }).find("where its number 1 of 2 is expected"),
            std::string::npos);
}

TEST(VectorLayouts, WordsThatNobodySeesAreCountedAndShownWithTheirCodes) {
  const WordVectorsPtr v = read("4 2\na 1 2\n  3 4\n\xc2\xa0 5 6\n\xe3\x80\x80 7 8\n");
  ASSERT_EQ(v->words.size(), 4U);
  EXPECT_NE(v->warning.find("3 words consist of spaces alone"), std::string::npos) << v->warning;
  EXPECT_EQ(readable(v->words[1]), "␣ (U+0020)");
  EXPECT_EQ(readable(v->words[2]), "␣ (U+00A0)");
  EXPECT_EQ(readable(v->words[3]), "␣ (U+3000)");
  EXPECT_EQ(readable("a b"), "a b");
}

TEST(VectorLayouts, JsonSaysWhereItIsWrong) {
  EXPECT_NE(error_of([] {
              read("{\"a\": [1, 2],\n \"b\": [1]}");
            }).find("line 2: \"b\" has 1 number, but the words before it have 2"),
            std::string::npos);
  EXPECT_NE(error_of([] { read("{\"a\": [1, x]}"); }).find("\"x\" stands where a number"),
            std::string::npos);
  EXPECT_NE(error_of([] { read("{\"a\": [1, 2"); }).find("ends at byte"), std::string::npos);
  const std::string other = error_of([] { read("{\"vocab\": {\"a\": 1}}"); });
  EXPECT_NE(other.find("is JSON"), std::string::npos) << other;
  EXPECT_EQ(other.find("damaged"), std::string::npos) << other;
  EXPECT_EQ(read("{\"a \\u00e4\\\"\": [1e-3, -2]}")->words[0], "a ä\"");
}

}  // namespace
}  // namespace glassformer
