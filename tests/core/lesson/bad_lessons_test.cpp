#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "core/lesson/lesson.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"

// To add a case: put the file into tests/bad_lessons/ and its line into EXPECT.tsv there.
namespace glassformer {
namespace {

namespace fs = std::filesystem;

struct Expected {
  std::string line;
  std::vector<std::string> words;
};

fs::path folder() {
  return testing::source_dir() / "tests" / "bad_lessons";
}

std::map<std::string, Expected> table() {
  std::map<std::string, Expected> cases;
  std::ifstream in(folder() / "EXPECT.tsv");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream cells(line);
    std::string name, cell;
    std::getline(cells, name, '\t');
    Expected& expected = cases[name];
    std::getline(cells, expected.line, '\t');
    while (std::getline(cells, cell, '\t')) expected.words.push_back(cell);
  }
  return cases;
}

TEST(BadLessons, EveryFileIsExpectedAndEveryExpectationHasItsFile) {
  const auto cases = table();
  EXPECT_GE(cases.size(), 40u);
  for (const auto& [name, expected] : cases) {
    EXPECT_TRUE(fs::exists(folder() / name)) << name;
    EXPECT_FALSE(expected.words.empty()) << name;
  }
  for (const auto& entry : fs::directory_iterator(folder())) {
    const std::string name = entry.path().filename();
    EXPECT_TRUE(name == "EXPECT.tsv" || cases.contains(name)) << name << " is not in EXPECT.tsv";
  }
}

TEST(BadLessons, EachIsRefusedWithFileLineAndReason) {
  for (const auto& [name, expected] : table()) {
    const fs::path file = folder() / name;
    try {
      read_lesson(file);
      ADD_FAILURE() << name << " was read";
    } catch (const UserError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(file.string() + ":" + expected.line + ": "))
          << "line " << expected.line << " expected: " << message;
      for (const std::string& word : expected.words) {
        EXPECT_NE(message.find(word), message.npos) << "'" << word << "' expected: " << message;
      }
      EXPECT_LE(message.size(), 700 + file.string().size()) << message;
      EXPECT_EQ(message.find("json.exception"), message.npos) << message;
    }
  }
}

}  // namespace
}  // namespace glassformer
