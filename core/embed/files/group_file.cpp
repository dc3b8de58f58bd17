#include "core/embed/files/group_file.h"

#include <fmt/format.h>

#include <map>

#include "core/formats/json.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"

namespace glassformer {

std::string group_text(const WordList& words, const std::vector<std::string>& groups) {
  std::map<std::string, std::string> lines;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (groups[i].empty()) continue;
    if (words[i].find_first_of(" \t") != std::string_view::npos) {
      throw UserError(
          fmt::format("'{}': a word with a space in it has no place in a list of groups",
                      excerpt(std::string(words[i]), 40)));
    }
    std::string& line = lines[groups[i]];
    if (!line.empty()) line += ' ';
    line += words[i];
  }
  std::string text;
  for (const auto& [name, line] : lines) text += name + '\t' + line + '\n';
  return text;
}

std::vector<std::string> read_groups(ByteSource& source, const std::string& named,
                                     const WordList& words) {
  std::vector<std::string> groups(words.size());
  LineReader lines(source, named);
  for (std::string_view line; lines.next(line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    if (tab == 0 || tab == std::string_view::npos) {
      throw UserError(fmt::format(
          "{}, line {}: '{}' is no group: its name, a tab and its words; write the file again with "
          "'glassformer vectors groups'",
          named, lines.line(), excerpt(std::string(line), 40)));
    }
    const std::string_view name = line.substr(0, tab);
    for (std::string_view rest = line.substr(tab + 1); !rest.empty();) {
      const std::size_t end = rest.find(' ');
      const int id = words.find(rest.substr(0, end));
      if (id >= 0) {
        std::string& group = groups[static_cast<std::size_t>(id)];
        if (!group.empty() && group != name) {
          throw UserError(
              fmt::format("{}, line {}: '{}' stands in two groups; write the file again "
                          "with 'glassformer vectors groups'",
                          named, lines.line(), excerpt(std::string(rest.substr(0, end)), 40)));
        }
        group = name;
      }
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
  }
  return groups;
}

std::vector<std::string> read_groups(const std::filesystem::path& file, const WordList& words) {
  return read_groups(*open_bytes(file), file.string(), words);
}

}  // namespace glassformer
