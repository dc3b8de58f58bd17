#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>

#include "tests/support/paths.h"

namespace glassformer::testing {
namespace {

namespace fs = std::filesystem;

// Files whose literals are no names of scenes, views, options or matrices.
constexpr std::array<std::string_view, 2> kOther{
    "app/shell/export.cpp",     // endings of files
    "app/shell/inspector.cpp",  // digits of a number
};

// Each line of the files below `place`, or of that file, that the pattern is found in.
std::string lines_with(const std::regex& pattern, std::string_view place) {
  std::string found;
  for (const auto& entry : fs::recursive_directory_iterator(source_dir() / "app")) {
    const std::string path = entry.path().lexically_relative(source_dir()).generic_string();
    if (!entry.is_regular_file() || !path.starts_with(place)) continue;
    if (std::ranges::find(kOther, path) != kOther.end()) continue;
    std::ifstream file(entry.path());
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
      if (std::regex_search(line, pattern)) {
        found += path + ":" + std::to_string(number) + ": " + line + "\n";
      }
    }
  }
  return found;
}

// What a scene computed it says in records; a path is text in a lesson's file alone.
TEST(Architecture, ViewsAskForNoMatrixByItsPath) {
  const std::regex by_path(R"re(tape(\(\))?(\.|->)find\(("|fmt::|std::string|[a-z_]+ \+ ")|)re"
                           R"re((focus|path|note)\w*(\(\))? *(==|!=) *"|)re"
                           R"re((focus|path|note)\w*(\.|->)(find|starts_with|ends_with)\("|)re"
                           R"re(Target::Kind::cell, *")re");
  EXPECT_EQ(lines_with(by_path, "app/views/"), "");
}

// Options go by the keys that stand beside a scene's record.
TEST(Architecture, ViewsAskForNoOptionByItsName) {
  const std::regex by_name(R"re(SetOption\{"|options(\.|->)find\("|\boption\w* *(==|!=) *")re");
  EXPECT_EQ(lines_with(by_name, "app/views/"), "");
}

// What the pointer does with a number is said by the one function that touches cells: elsewhere
// nobody lights, chooses or hides one.
TEST(Architecture, CellsAreTouchedByOneFunction) {
  const std::regex touching(R"re(next_hover *(=|\.)|session_?\.predict(ing|ed)\b|\.chosen = (cell|target))re");
  for (const char* place : {"app/views/", "app/widgets/"}) {
    std::string found;
    std::istringstream lines(lines_with(touching, place));
    for (std::string line; std::getline(lines, line);) {
      const bool is_there = line.starts_with("app/views/parts/touch_cell.") ||
                            line.starts_with("app/views/parts/cell_editor.cpp");
      if (!is_there) found += line + "\n";
    }
    EXPECT_EQ(found, "");
  }
  EXPECT_EQ(lines_with(std::regex("next_hover *="), "app/shell/s"), "");
}

// A scene, a view, an option says by its declaration what the window must know of it.
TEST(Architecture, SessionAndShellAskNothingByItsName) {
  const std::regex by_name(R"re((==|!=) *"[^"]|(find|contains|starts_with|ends_with)\("[^".]+")re");
  EXPECT_EQ(lines_with(by_name, "app/session"), "");
  EXPECT_EQ(lines_with(by_name, "app/shell/"), "");
  EXPECT_EQ(lines_with(std::regex(R"re(find_lesson\(.*")re"), "app/shell/"), "");
}

// Where an attention stands, its site says; a view is drawn by any lesson that names it.
TEST(Architecture, ViewsAskForNoSceneViewOrSiteByItsName) {
  const std::regex by_name(R"re((\.view|\.scene|\.group|site\.name|sites\[\w+\]\.name)(\(\))? *)re"
                           R"re((==|!=|\.find\(|\.starts_with\(|\.ends_with\(|\.substr\())re");
  EXPECT_EQ(lines_with(by_name, "app/views/"), "");
}

// Two types of one name in two headers are one to the linker, which takes the functions of either.
TEST(Architecture, NoTwoHeadersDefineATypeOfOneName) {
  const std::regex definition("^(class|struct) ([A-Z][A-Za-z0-9]*)( final)?( :| \\{)");
  std::map<std::string, std::string> where;
  for (const char* half : {"core", "app"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_dir() / half)) {
      if (entry.path().extension() != ".h") continue;
      std::ifstream file(entry.path());
      std::smatch found;
      for (std::string line; std::getline(file, line);) {
        if (!std::regex_search(line, found, definition)) continue;
        const auto [other, is_new] = where.emplace(found[2], entry.path());
        EXPECT_TRUE(is_new) << found[2] << ": " << other->second << " and " << entry.path();
      }
    }
  }
}

}  // namespace
}  // namespace glassformer::testing
