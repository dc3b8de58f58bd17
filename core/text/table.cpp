#include "core/text/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/unicode.h"

namespace glassformer {

std::vector<std::string> split_at(std::string_view text, char at) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> parts_of(std::string_view text, char at) {
  std::vector<std::string> parts = split_at(text, at);
  std::erase(parts, "");
  return parts;
}

Table::Table(const std::filesystem::path& file) : file_(file) {
  constexpr std::size_t max = 1'000'000;
  const std::string text = read_file(file, max);
  if (broken_utf8(text) != std::string::npos) fail("is not UTF-8 text; save it as UTF-8");
  lines_ = split_at(text, '\n');
  if (lines_.back().empty()) lines_.pop_back();
  if (lines_.size() < 2) fail("has no rows below its header");
  columns_ = split_at(lines_[0], '\t');
}

bool Table::next() {
  if (++line_ >= lines_.size()) return false;
  cells_ = split_at(lines_[line_], '\t');
  if (cells_.size() != columns_.size()) {
    fail(fmt::format("has {} cells, the header {}", cells_.size(), columns_.size()));
  }
  return true;
}

const std::string& Table::operator[](std::string_view column) const {
  const auto found = std::find(columns_.begin(), columns_.end(), column);
  if (found == columns_.end()) fail(fmt::format("has no column {}", column));
  return cells_[static_cast<std::size_t>(found - columns_.begin())];
}

void Table::fail(const std::string& what) const {
  throw UserError(
      fmt::format("{}:{}: {}; see README.md beside it", file_.string(), line_ + 1, what));
}

void Table::none_of_the_choices(std::string_view column) const {
  fail(fmt::format("column {}: '{}' is none of the words it can hold", column, (*this)[column]));
}

}  // namespace glassformer
