#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include "core/embed/files/read_vectors.h"
#include "core/embed/files/vector_readers.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Outcome {
  bool read = false;
  std::string told;  // the error, or the warning
};

Outcome outcome_of(const fs::path& file, const VectorFileOptions& options = {}) {
  try {
    return {true, read_vectors(file, options)->warning};
  } catch (const UserError& error) {
    return {false, error.what()};
  }
}

void hold_to(const std::string& name, const json& wanted, const Outcome& outcome) {
  SCOPED_TRACE(name + ": " + outcome.told);
  const auto expect = wanted.at("expect").get<std::string>();
  if (expect == "reject") {
    EXPECT_FALSE(outcome.read);
  } else if (expect == "accept" || expect == "accept-warn") {
    EXPECT_TRUE(outcome.read);
  }
  if (expect == "accept-warn" || expect == "reject-or-warn") {
    EXPECT_FALSE(outcome.told.empty());
  }
  for (const auto& part : wanted.at("message_should_mention")) {
    EXPECT_NE(outcome.told.find(part.get<std::string>()), std::string::npos) << part;
  }
}

TEST(VectorFiles, ASafetensorsHeaderIsAnObject) {
  for (const std::string header : {"0.3", "null", "[1]", "\"a\"", " {}"}) {
    std::string bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size());
    bytes += header;
    try {
      read_safetensors_vectors(bytes, nullptr, "w.safetensors", 0);
      ADD_FAILURE() << header << " was read";
    } catch (const UserError& error) {
      EXPECT_STREQ(error.what(),
                   "w.safetensors: its header does not start with '{'; it is no safetensors file, "
                   "or damaged")
          << header;
    }
  }
}

// A file of ours with one row of two numbers and these entries of its header, over so many bytes.
std::string ours(const std::string& entries, std::size_t bytes) {
  const std::string header =
      R"({"words":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)" + entries + "}";
  std::string file(8, '\0');
  file[0] = static_cast<char>(header.size() & 0xff);
  file[1] = static_cast<char>(header.size() >> 8);
  return file + header + "a\n" + std::string(bytes, '\1');
}

TEST(VectorFiles, WholeNumbersNeedAScaleForEachRow) {
  const std::string rows = R"("vectors":{"dtype":"I8","shape":[1,2],"data_offsets":[2,4]})";
  const auto scales = [&](const std::string& type, int count, int end) {
    return rows + R"(,"vectors.scales":{"dtype":")" + type + R"(","shape":[)" +
           std::to_string(count) + R"(],"data_offsets":[4,)" + std::to_string(end) + "]}";
  };
  const auto told = [](const std::string& bytes) -> std::string {
    try {
      static_cast<void>(read_safetensors_vectors(bytes, nullptr, "w.safetensors", 0));
      return "read";
    } catch (const UserError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(told(ours(scales("F32", 1, 8), 6)), "read");
  const std::string wanted =
      "w.safetensors: its tensor vectors is I8, so a tensor vectors.scales of F32 must hold one "
      "number for each of its 1 rows; save it again";
  EXPECT_EQ(told(ours(rows, 2)), wanted);
  EXPECT_EQ(told(ours(scales("F16", 1, 6), 4)), wanted);
  EXPECT_EQ(told(ours(scales("F32", 2, 12), 10)), wanted);
  // Sizes that the file does not have are refused before any memory is taken.
  const std::string huge =
      R"("vectors":{"dtype":"I8","shape":[1000000000,2000],"data_offsets":[2,4]})";
  EXPECT_NE(told(ours(huge, 2)), "read");
}

// However short a file is cut, it is told by a sentence.
TEST(VectorFiles, EveryCutOfASafetensorsFileIsNamed) {
  const std::string whole =
      ours(R"("vectors":{"dtype":"F32","shape":[1,2],"data_offsets":[2,10]})", 8);
  EXPECT_NO_THROW(read_safetensors_vectors(whole, nullptr, "w.safetensors", 0));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_THROW(read_safetensors_vectors(whole.substr(0, length), nullptr, "w.safetensors", 0),
                 UserError)
        << length;
  }
}

TEST(VectorFiles, CorruptOnesGetWhatTheyDeserve) {
  const auto folder = testing::shared_data("corrupt");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const json all = json::parse(std::ifstream(*folder / "EXPECT.json"));
  std::size_t checked = 0;
  for (const auto& [name, wanted] : all.items()) {
    const std::string kind = name.substr(0, name.find('/'));
    if (kind != "word2vec_bin" && kind != "text_vectors" && kind != "fasttext_bin" &&
        kind != "npy" && kind != "tsv") {
      continue;
    }
    ++checked;
    if (name.find("_meta_") == std::string::npos) {
      hold_to(name, wanted, outcome_of(*folder / name));
      continue;
    }
    // A list of words for 7 vectors, or for 3.
    const testing::TemporaryFolder here;
    write_file(here / "points.tsv", name.find("quotes") == std::string::npos
                                        ? "1\t2\n1\t3\n1\t4\n1\t5\n1\t6\n1\t7\n1\t8\n"
                                        : "1\t2\n1\t3\n1\t4\n");
    VectorFileOptions options;
    options.words = *folder / name;
    hold_to(name, wanted, outcome_of(here / "points.tsv", options));
  }
  EXPECT_GT(checked, 50U);
}

TEST(VectorFiles, QuotesInATableAreLettersAndItsHeaderNamesColumns) {
  const testing::TemporaryFolder here;
  write_file(here / "vectors.tsv", "1\t2\n3\t4\n5\t6\n");
  write_file(here / "metadata.tsv",
             "Word\tCount\tKind\na \"quoted\t7\tx\nb\\tnot a tab\t8\ty\nc\t9\tx\n");
  const WordVectorsPtr v = read_vectors(here / "vectors.tsv");
  EXPECT_EQ(v->words[0], "a \"quoted");
  EXPECT_EQ(v->words[1], "b\\tnot a tab");
  EXPECT_EQ(v->counts, (std::vector<std::uint64_t>{7, 8, 9}));
  EXPECT_EQ(v->groups, (std::vector<std::string>{"x", "y", "x"}));
  EXPECT_EQ(v->group_name, "Kind");
  EXPECT_EQ(v->warning, "");
}

TEST(VectorFiles, PairOfTablesOfTheProjector) {
  const auto folder = testing::shared_data("tsv/partorg");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  VectorFileOptions first_four;
  first_four.limit = 4;
  const WordVectorsPtr v = read_vectors(*folder / "vectors.tsv", first_four);
  ASSERT_EQ(v->words.size(), 4U);
  EXPECT_EQ(v->words[0], "[UNK]");
  EXPECT_EQ(v->words[1], "to");
  EXPECT_FLOAT_EQ(v->vectors[1][0], -0.96305895F);
}

}  // namespace
}  // namespace glassformer
