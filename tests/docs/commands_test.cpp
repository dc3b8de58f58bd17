#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "tests/docs/pages.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

// docs/commands.md and --help name the same commands, and no page names an option that is none.
namespace glassformer::testing {
namespace {

// The help of each command that does something, by its words: "vectors neighbours".
class Helps {
 public:
  Helps() { read(""); }
  const std::map<std::string, std::string>& by_command() const { return by_command_; }
  const std::string& all() const { return all_; }

 private:
  void read(const std::string& command) {
    const std::string help = shell("glassformer " + command + " --help", folder_.path()).text;
    all_ += help;
    bool listed = false;
    int below = 0;
    for (const std::string& line : lines_of(help)) {
      if (!line.starts_with(" ")) listed = line == "Subcommands:";
      std::smatch name;
      if (!listed || !std::regex_search(line, name, std::regex("^  ([a-z][a-z0-9-]*)"))) continue;
      ++below;
      read((command.empty() ? "" : command + " ") + name[1].str());
    }
    if (below == 0) by_command_[command] = help;
  }

  TemporaryFolder folder_;
  std::map<std::string, std::string> by_command_;
  std::string all_;
};

const Helps& helps() {
  static const Helps read;
  return read;
}

bool takes(const std::string& help, const std::string& option) {
  return std::regex_search(help, std::regex("(^|[ ,\"\n])" + option + "([^a-z0-9-]|$)"));
}

std::vector<std::string> options_in(const std::string& text) {
  static const std::regex pattern(R"re((^|[ (`])(--[a-z][a-z0-9_-]*))re");
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    found.push_back((*at)[2]);
  }
  return found;
}

// "vectors neighbours" of "glassformer vectors neighbours [FILE] WORD".
std::string command_of(const std::string& span) {
  std::smatch words;
  if (!std::regex_search(
          span, words,
          std::regex(
              R"re(^(?:glassformer|\./run) ((\[gui\]|[a-z][a-z0-9-]*)( [a-z][a-z0-9-]*)?))re")))
    return "";
  const std::string two = words[1], one = two.substr(0, two.find(' '));
  if (one == "[gui]") return "gui";
  return helps().by_command().contains(two) ? two : one;
}

TEST(CommandsPage, HasARowForEachCommand) {
  std::map<std::string, std::string> rows;
  for (const Page& page : pages()) {
    if (page.name != "docs/commands.md") continue;
    for (const std::string& line : page.prose) {
      const std::vector<std::string> row = cells(line);
      if (row.size() == 2 && row[0].starts_with("`glassformer ")) {
        rows[command_of(code_spans(row[0])[0])] = line;
      }
    }
  }
  for (const auto& [command, help] : helps().by_command()) {
    EXPECT_TRUE(rows.contains(command)) << "docs/commands.md lacks 'glassformer " << command << "'";
  }
  for (const auto& [command, row] : rows) {
    const auto help = helps().by_command().find(command);
    ASSERT_NE(help, helps().by_command().end()) << "there is no 'glassformer " << command << "'";
    for (const std::string& option : options_in(row)) {
      EXPECT_TRUE(takes(help->second, option)) << command << " takes no " << option;
    }
  }
  EXPECT_GT(rows.size(), 30U);
}

TEST(Docs, NameNoOptionThatIsNone) {
  const std::string scripts = contents(source_dir() / "run") + contents(source_dir() / "test") +
                              contents(source_dir() / "tests/mutants/mutants.py");
  const std::set<std::string> others{"--gtest_filter", "--preset", "--install"};
  int asked = 0;
  for (const Page& page : pages()) {
    for (const std::string& line : page.prose) {
      for (const std::string& span : code_spans(line)) {
        const std::string command = command_of(span);
        const auto help = helps().by_command().find(command);
        for (const std::string& option : options_in(span)) {
          if (others.contains(option) || takes(scripts, option)) continue;
          ++asked;
          EXPECT_TRUE(
              takes(help == helps().by_command().end() ? helps().all() : help->second, option))
              << page.name << ": `" << span << "`";
        }
      }
    }
  }
  EXPECT_GT(asked, 60);
}

}  // namespace
}  // namespace glassformer::testing
