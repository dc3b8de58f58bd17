#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/paths.h"

namespace glassformer::testing {
namespace {

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  char part[4096];
  while (const std::size_t bytes = std::fread(part, 1, sizeof part, pipe.get())) {
    text.append(part, bytes);
  }
  return text;
}

// Batches as cmake/batches.awk makes them of the sources below a folder: number → files.
std::map<int, std::set<std::string>> batches_of(const std::string& folder) {
  const std::string root = source_dir().string() + "/";
  std::istringstream lines(output_of(
      "cd '" + root + "' && awk=$(command -v mawk || command -v gawk || command -v awk) && $awk " +
      "-v per=8 -v root= -f cmake/batches.awk $(find core app tests -name '*.h') " + "$(find " +
      folder + " -name '*.cpp' | LC_ALL=C sort)"));
  std::map<int, std::set<std::string>> batches;
  int number = 0;
  for (std::string path; lines >> number >> path;) batches[number].insert(path);
  return batches;
}

bool has_macros(const std::string& path) {
  std::ifstream file(source_dir() / path);
  static const std::regex macro("^(#define|#if|#pragma GCC|using namespace).*");
  for (std::string line; std::getline(file, line);) {
    if (std::regex_match(line, macro)) return true;
  }
  return false;
}

// A build from nothing spends its time on headers: files that a batch refuses cost a second each.
TEST(Batches, OnlyFilesWithMacrosAreCompiledAlone) {
  for (const char* folder : {"core", "app"}) {
    const auto batches = batches_of(folder);
    if (batches.empty()) GTEST_SKIP() << "there is no awk; files are compiled one by one then";
    std::size_t files = 0;
    for (const auto& [number, paths] : batches) {
      files += paths.size();
      if (paths.size() == 1) {
        EXPECT_TRUE(has_macros(*paths.begin())) << *paths.begin();
      }
    }
    EXPECT_GT(files / batches.size(), 5U) << folder;
  }
}

}  // namespace
}  // namespace glassformer::testing
