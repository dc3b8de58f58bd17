#include "tests/architecture/includes.h"

#include <algorithm>
#include <fstream>
#include <regex>

namespace glassformer::testing {

namespace fs = std::filesystem;

namespace {

std::vector<Include> read_includes(const fs::path& file) {
  static const std::regex pattern(R"re(^\s*#\s*include\s*(["<])([^">]+)[">].*)re");
  std::vector<Include> includes;
  std::ifstream in(file);
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    std::smatch match;
    if (text.find("include") == std::string::npos) continue;  // the pattern is slow
    if (!std::regex_match(text, match, pattern)) continue;
    includes.push_back({line, match[2], match[1] == "\""});
  }
  return includes;
}

}  // namespace

std::vector<SourceFile> read_sources(const fs::path& top) {
  std::vector<SourceFile> files;
  for (const char* folder : {"core", "app"}) {
    if (!fs::exists(top / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
      const auto kind = entry.path().extension();
      if (!entry.is_regular_file() || (kind != ".h" && kind != ".cpp")) continue;
      files.push_back(
          {entry.path().lexically_relative(top).generic_string(), read_includes(entry.path())});
    }
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace glassformer::testing
