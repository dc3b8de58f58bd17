#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

// README.md, the pages of docs/ and those beside the assets, as the tests read them.
namespace glassformer::testing {

// A fenced block of a page.
struct Block {
  std::string page;       // "docs/commands.md"
  int number = 0;         // in its page, from 1
  std::string language;   // after the fence
  std::string directive;  // of the comment above it, <!-- test: directive -->
  std::vector<std::string> lines;

  friend void PrintTo(const Block& block, std::ostream* out) {  // for a test that fails
    *out << block.page << ", block " << block.number;
  }
};

struct Page {
  std::string name;  // from the top of the sources
  std::vector<std::string> lines;
  std::vector<Block> blocks;
  std::vector<std::string> prose;  // the lines outside of blocks
};

std::vector<Page> pages();

// The cells of the row of a table, without their spaces; nothing for another line. `\|` is no
// border.
std::vector<std::string> cells(const std::string& line);

// What stands between single backticks.
std::vector<std::string> code_spans(const std::string& line);

std::string contents(const std::filesystem::path& file);
std::vector<std::string> lines_of(std::string_view text);

// Prints what `bash -c SCRIPT` prints, both streams, run in a folder; glassformer is on the path.
struct Printed {
  int code = -1;
  std::string text;
};
Printed shell(const std::string& script, const std::filesystem::path& folder);

}  // namespace glassformer::testing
