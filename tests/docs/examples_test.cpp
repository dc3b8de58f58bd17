// Every example of README.md and docs/ is run: a block with lines that begin with "$ ". What
// follows such a line is what the command prints, on either stream; a line "…" stands for any
// lines. Where that cannot be, a comment above the block, <!-- test: … -->, says so:
//   any output           it must end well, whatever it prints
//   --steps 2, any output  the same, with another value of these options, to shorten it
//   options              only that its commands and options exist: it needs hours, or another
//   program needs NAME           skipped where that is absent FILE                 the block runs
//   beside the first JSON block of its page, which is that file
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <span>
#include <sstream>

#include "tests/docs/pages.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

namespace fs = std::filesystem;

struct Command {
  std::string line;
  std::vector<std::string> printed;
};

bool continues(const std::string& line) {
  return line.ends_with("\\");
}

std::vector<Command> commands(const Block& block) {
  std::vector<Command> found;
  bool more = false;
  for (const std::string& line : block.lines) {
    if (more) {
      found.back().line += "\n" + line;
      more = continues(line);
    } else if (line.starts_with("$ ")) {
      found.push_back({line.substr(2), {}});
      more = continues(line);
    } else if (!found.empty()) {
      found.back().printed.push_back(line);
    }
  }
  return found;
}

bool is_ours(const Command& command) {
  return command.line.starts_with("glassformer ") || command.line.starts_with("./run ");
}

// "…" among the expected lines matches any number of lines.
bool matches(std::span<const std::string> expected, std::span<const std::string> printed) {
  if (expected.empty()) return printed.empty();
  if (expected.front() == "…") {
    for (std::size_t skip = 0; skip <= printed.size(); ++skip) {
      if (matches(expected.subspan(1), printed.subspan(skip))) return true;
    }
    return false;
  }
  return !printed.empty() && printed.front() == expected.front() &&
         matches(expected.subspan(1), printed.subspan(1));
}

// `command` with other values of those of its options that "--steps 2 --rate 0.1" names.
std::string with_options(std::string command, const std::string& options) {
  std::istringstream words(options);
  std::string name, value;
  while (words >> name >> value) {
    command = std::regex_replace(command, std::regex(name + R"re( \S+)re"), name + " " + value);
  }
  return command;
}

// ./run and, small, the files that the block names.
void furnish(const Block& block, const fs::path& folder) {
  std::string script = "printf '#!/bin/sh\\nexec glassformer \"$@\"\\n' >run && chmod +x run";
  const auto named = [&](const char* file) {
    return std::ranges::any_of(
        block.lines, [&](const std::string& line) { return line.find(file) != line.npos; });
  };
  if (named("text.txt") || named("shakespeare.txt")) {
    script +=
        " && glassformer make-corpus --sentences 3000 >text.txt"
        " && { echo 'ROMEO:'; cat text.txt; echo 'ROMEO:'; } >shakespeare.txt";
  }
  if (named("pairs.tsv")) script += " && glassformer world --count 300 | cut -f 1,2 >pairs.tsv";
  const Printed made = shell(script, folder);
  ASSERT_EQ(made.code, 0) << made.text;
}

// What the directive "needs NAME" asks for; nothing where it is absent.
std::optional<std::string> needed(const std::string& name) {
  if (name == "WordNet") {
    const char* named = std::getenv("WNSEARCHDIR");
    const fs::path wordnet = named != nullptr ? named : "/usr/share/wordnet";
    return fs::exists(wordnet / "data.noun") ? std::optional<std::string>("true") : std::nullopt;
  }
  const auto model = shared_data("checkpoints/" + name);
  if (!model) return std::nullopt;
  return "ln -s '" + fs::canonical(*model).string() + "' " + name;
}

// Asks the help of the command for each of its options.
void expect_options_exist(const Command& command, const fs::path& folder) {
  std::istringstream words(std::regex_replace(command.line, std::regex(R"re(\\\n)re"), " "));
  std::string word, name;
  words >> word;
  std::vector<std::string> options;
  while (words >> word) {
    if (word.starts_with("-")) {
      options.push_back(word);
    } else if (options.empty() && std::regex_match(word, std::regex("[a-z-]+")) &&
               shell("glassformer " + name + " " + word + " --help", folder).code == 0) {
      name += " " + word;
    }
  }
  const Printed help = shell("glassformer" + name + " --help", folder);
  EXPECT_FALSE(name.empty()) << command.line;
  for (const std::string& option : options) {
    EXPECT_TRUE(std::regex_search(help.text, std::regex("[ ,]" + option + "\\b")))
        << "'glassformer" << name << "' takes no " << option;
  }
}

class DocsExample : public ::testing::TestWithParam<Block> {};

TEST_P(DocsExample, Runs) {
  const Block& block = GetParam();
  const std::string& directive = block.directive;
  const TemporaryFolder folder;
  furnish(block, folder.path());
  std::string options;
  bool compared = true;
  if (directive.starts_with("needs ")) {
    const auto found = needed(directive.substr(6));
    if (!found) GTEST_SKIP() << directive.substr(6) << " is absent";
    ASSERT_EQ(shell(*found, folder.path()).code, 0);
  } else if (directive.ends_with("any output")) {
    compared = false;
    options = directive.substr(0, directive.size() - std::string("any output").size());
    std::erase(options, ',');
  } else if (directive.ends_with(".json")) {
    for (const Page& page : pages()) {
      if (page.name != block.page) continue;
      const auto file = std::ranges::find(page.blocks, "json", &Block::language);
      ASSERT_NE(file, page.blocks.end());
      std::ofstream out(folder / directive);
      for (const std::string& line : file->lines) out << line << "\n";
    }
  } else {
    ASSERT_TRUE(directive.empty() || directive == "options") << directive;
  }

  for (const Command& command : commands(block)) {
    if (!is_ours(command)) {
      const std::string script = command.line.substr(0, command.line.find(' '));
      EXPECT_TRUE(fs::exists(source_dir() / script)) << command.line;
    } else if (directive == "options") {
      expect_options_exist(command, folder.path());
    } else {
      const Printed printed = shell(with_options(command.line, options), folder.path());
      EXPECT_EQ(printed.code, 0) << command.line << "\n" << printed.text;
      const std::vector<std::string> lines = lines_of(printed.text);
      if (compared) {
        EXPECT_TRUE(matches(command.printed, lines)) << command.line << "\n" << printed.text;
      }
    }
  }
}

std::vector<Block> examples() {
  std::vector<Block> found;
  for (const Page& page : pages()) {
    if (page.name.starts_with("assets/")) continue;  // they name commands that take hours
    std::ranges::copy_if(page.blocks, std::back_inserter(found),
                         [](const Block& block) { return !commands(block).empty(); });
  }
  return found;
}

INSTANTIATE_TEST_SUITE_P(Pages, DocsExample, ::testing::ValuesIn(examples()),
                         [](const ::testing::TestParamInfo<Block>& info) {
                           const std::string page = fs::path(info.param.page).stem().string();
                           return std::regex_replace(page, std::regex("[^a-zA-Z]"), "_") + "_" +
                                  std::to_string(info.param.number);
                         });

}  // namespace
}  // namespace glassformer::testing
