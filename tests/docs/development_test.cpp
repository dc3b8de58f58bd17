#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <sstream>

#include "tests/docs/pages.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

// docs/development.md, docs/licences.md and the pictures, against what they describe.
namespace glassformer::testing {
namespace {

namespace fs = std::filesystem;

std::string read(const char* name) {
  return contents(source_dir() / name);
}

TEST(DevelopmentPage, ListsThePackages) {
  std::vector<std::string> needed, listed;
  for (const std::string& line : lines_of(read("scripts/packages.debian"))) {
    std::istringstream words(line);
    std::string package, who, what;
    if (!(words >> package >> who) || package.starts_with("#")) continue;
    std::getline(words >> std::ws, what);
    needed.push_back(package + " | " + who + " | " + what);
  }
  bool here = false;
  for (const std::string& line : lines_of(read("docs/development.md"))) {
    if (line.starts_with("#")) here = line == "## What is needed, and what for";
    const std::vector<std::string> row = cells(line);
    if (here && row.size() == 3 && row[0].starts_with("`")) {
      listed.push_back(code_spans(row[0])[0] + " | " + row[1] + " | " + row[2]);
    }
  }
  EXPECT_EQ(listed, needed);
}

TEST(DevelopmentPage, ListsThePresets) {
  const std::string page = read("docs/development.md");
  const std::string presets = read("CMakePresets.json");
  const std::regex shown(R"re("name": "(\w+)"[^}]*?"displayName")re");
  int found = 0;
  for (std::sregex_iterator at(presets.begin(), presets.end(), shown), end; at != end;
       ++at, ++found) {
    EXPECT_NE(page.find("`" + (*at)[1].str() + "`"), page.npos) << (*at)[1];
  }
  EXPECT_GT(found, 4);
}

// A class of development.md is compiled and tested in these files, word for word but for its
// indent.
TEST(DevelopmentPage, ShowsCodeThatIsCompiled) {
  const auto squeezed = [](const std::string& text) {
    std::string all;
    for (const std::string& line : lines_of(text)) {
      if (!line.starts_with("#")) all += line;
    }
    std::erase(all, ' ');
    return all;
  };
  const std::string sources = read("tests/core/models/new_architecture_test.cpp") +
                              read("tests/core/scenes/new_scene_test.cpp") +
                              read("tests/app/lessons/development_view_test.cpp");
  const std::string compiled = squeezed(sources);
  int shown = 0;
  for (const Page& page : pages()) {
    for (const Block& block : page.blocks) {
      if (block.language != "cpp") continue;
      std::string code;
      for (const std::string& line : block.lines) {
        code += line + "\n";
        if (line.starts_with("#")) {
          EXPECT_NE(sources.find(line), sources.npos) << line;
        }
      }
      ++shown;
      EXPECT_NE(compiled.find(squeezed(code)), compiled.npos) << page.name << ":\n" << code;
    }
  }
  EXPECT_EQ(shown, 4);
}

// Each library that CMakeLists.txt asks for stands in the first column: "nlohmann JSON".
TEST(LicencesPage, NamesEveryLibrary) {
  std::string listed;
  for (const std::string& line : lines_of(read("docs/licences.md"))) {
    const std::vector<std::string> row = cells(line);
    if (!row.empty()) listed += row[0] + "\n";
  }
  const auto plain = [](std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name;
  };
  listed = plain(listed);
  const std::string build = read("CMakeLists.txt");
  const std::regex asked(R"re((?:find_package|pkg_check_modules)\((\w+))re");
  int found = 0;
  for (std::sregex_iterator at(build.begin(), build.end(), asked), end; at != end; ++at) {
    const std::string name = plain((*at)[1]);
    if (name == "pkgconfig") continue;  // of the build alone
    ++found;
    EXPECT_NE(listed.find(name == "eigen3" ? "eigen" : name), listed.npos) << name;
  }
  EXPECT_GT(found, 10);
}

TEST(Licence, IsMitAndTheNoticeOfWordNetTravels) {
  const std::string licence = read("LICENSE");
  EXPECT_TRUE(licence.starts_with("MIT License\n"));
  EXPECT_NE(licence.find("the glassformer authors"), licence.npos);
  // Installed with assets/, beside what was made from WordNet.
  const std::string notice = read("assets/weights/WORDNET-LICENSE");
  for (const char* part :
       {"WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved.",
        "this software and\ndatabase and its documentation for any purpose", "PROVIDED \"AS IS\"",
        "LICENSEE agrees to preserve same."}) {
    EXPECT_NE(notice.find(part), notice.npos) << part;
  }
  const std::string page = read("docs/licences.md");
  for (const char* made :
       {"assets/weights/words-real.safetensors", "assets/weights/words-real.groups",
        "assets/recordings/word-training-real.safetensors"}) {
    EXPECT_NE(page.find(made), page.npos) << made;
    EXPECT_TRUE(fs::exists(source_dir() / made)) << made;
  }
}

// The width and height of a PNG, from its header.
std::string size_of(const fs::path& png) {
  const std::string bytes = contents(png);
  return bytes.starts_with("\x89PNG") && bytes.size() > 24 ? bytes.substr(16, 8) : "no PNG";
}

TEST(Pictures, CanBeDrawnAgain) {
  const TemporaryFolder folder;
  const std::string script = (source_dir() / "scripts/pictures.sh").string();
  const Printed drawn = shell("'" + script + "' glassformer .", folder.path());
  ASSERT_EQ(drawn.code, 0) << drawn.text;
  std::set<std::string> again, kept;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    if (entry.path().extension() == ".png") again.insert(entry.path().filename());
  }
  const std::string readme = read("README.md") + read("docs/teachers.md");
  for (const auto& entry : fs::directory_iterator(source_dir() / "docs/pictures")) {
    const std::string name = entry.path().filename();
    kept.insert(name);
    EXPECT_NE(readme.find("pictures/" + name), readme.npos) << name << " is shown nowhere";
    EXPECT_LT(fs::file_size(entry.path()), 300'000U) << name;
    if (again.contains(name)) {
      EXPECT_EQ(size_of(folder / name), size_of(entry.path())) << name;
    }
  }
  EXPECT_EQ(again, kept);
}

}  // namespace
}  // namespace glassformer::testing
