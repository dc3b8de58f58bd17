#include "tests/docs/pages.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/support/paths.h"

namespace glassformer::testing {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kComment = "<!-- test: ", kCommentEnd = " -->";

Page read_page(const std::string& name) {
  Page page{name, lines_of(contents(source_dir() / name)), {}, {}};
  std::string directive;
  bool inside = false;
  for (const std::string& line : page.lines) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) {
        page.blocks.push_back(
            {name, static_cast<int>(page.blocks.size()) + 1, line.substr(3), directive, {}});
      }
      directive.clear();
    } else if (inside) {
      page.blocks.back().lines.push_back(line);
    } else {
      page.prose.push_back(line);
      directive.clear();
      if (line.starts_with(kComment) && line.ends_with(kCommentEnd)) {
        directive =
            line.substr(kComment.size(), line.size() - kComment.size() - kCommentEnd.size());
      }
    }
  }
  if (inside) throw std::runtime_error(name + ": a block is not closed");
  return page;
}

std::string quoted(const std::string& word) {
  std::string safe = "'";
  for (const char c : word) safe += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return safe + "'";
}

}  // namespace

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error(file.string() + " cannot be read");
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<Page> pages() {
  std::vector<Page> read{read_page("README.md")};
  for (const char* folder : {"docs", "assets"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_dir() / folder)) {
      if (entry.path().extension() != ".md") continue;
      read.push_back(read_page(entry.path().lexically_relative(source_dir()).generic_string()));
    }
  }
  std::ranges::sort(read, {}, &Page::name);
  return read;
}

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> found;
  if (!line.starts_with("|")) return found;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '|' && line[i - 1] != '\\') {
      const std::size_t begin = cell.find_first_not_of(' '), end = cell.find_last_not_of(' ');
      found.push_back(begin == cell.npos ? "" : cell.substr(begin, end - begin + 1));
      cell.clear();
    } else if (line[i] != '\\' || i + 1 == line.size() || line[i + 1] != '|') {
      cell += line[i];
    }
  }
  return found;
}

std::vector<std::string> code_spans(const std::string& line) {
  std::vector<std::string> spans;
  for (std::size_t at = line.find('`'); at != line.npos;) {
    const std::size_t end = line.find('`', at + 1);
    if (end == line.npos) break;
    spans.push_back(line.substr(at + 1, end - at - 1));
    at = line.find('`', end + 1);
  }
  return spans;
}

Printed shell(const std::string& script, const fs::path& folder) {
  const std::string program = fs::path(GLASSFORMER_PROGRAM).parent_path().string();
  const std::string command =
      "cd " + quoted(folder.string()) + " && PATH=" + quoted(program) +
      ":\"$PATH\" XDG_CONFIG_HOME=$PWD/.config XDG_CACHE_HOME=$PWD/.cache " + "bash -c " +
      quoted(script) + " 2>&1 </dev/null";
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("no shell could be started");
  Printed printed;
  char part[4096];
  for (std::size_t n = 0; (n = std::fread(part, 1, sizeof part, pipe)) > 0;) {
    printed.text.append(part, n);
  }
  const int status = ::pclose(pipe);
  printed.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return printed;
}

}  // namespace glassformer::testing
