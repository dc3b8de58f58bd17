#include "core/embed/eval/rated_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/embed/eval/asked_lines.h"
#include "core/embed/eval/rated_columns.h"
#include "core/embed/files/number_tokens.h"
#include "core/formats/json.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::size_t looked_through = 200;  // lines from which the columns are told
// What a pair takes until it is answered, as measured, with what growing a list takes.
constexpr double bytes_of_pair = 120;

class TableReader {
 public:
  TableReader(ByteSource& source, const std::string& named, const RatedTableOptions& options)
      : source_(source), named_(named), options_(options), lines_(source, named, asked::max_line) {}

  RatedTable read() {
    std::vector<std::string> first;
    std::vector<std::uint64_t> numbers;
    for (std::string_view line; first.size() < looked_through && next(line);) {
      first.emplace_back(line);
      numbers.push_back(lines_.line());
    }
    if (first.empty()) {
      throw UserError(named_ + ": holds no pairs; two words and a number a line are expected");
    }
    separator_ = separator_of(first);
    std::vector<std::vector<std::string>> rows;
    for (const std::string& line : first) rows.push_back(cells_of(line, separator_));
    find_columns(rows, numbers);
    for (std::size_t r = columns_.heading ? 1 : 0; r < rows.size(); ++r) {
      add(std::move(rows[r]), numbers[r]);
    }
    for (std::string_view line; next(line);) add(cells_of(line, separator_), lines_.line());
    if (table_.pairs.empty()) {
      throw UserError(named_ + ": holds no pairs; two words and a number a line are expected");
    }
    return std::move(table_);
  }

 private:
  [[noreturn]] void fail(std::uint64_t line, const std::string& what) const {
    throw UserError(fmt::format("{}: line {} {}", named_, line, what));
  }

  bool next(std::string_view& line) {
    while (lines_.next(line)) {
      if (!line.starts_with('#') && line.find_first_not_of(" \t,;") != line.npos) return true;
    }
    return false;
  }

  void find_columns(const std::vector<std::vector<std::string>>& rows,
                    const std::vector<std::uint64_t>& numbers) {
    std::optional<std::array<std::size_t, 3>> given;
    if (options_.columns) {
      given.emplace();
      for (std::size_t k = 0; k < 3; ++k) (*given)[k] = (*options_.columns)[k] - 1;
    }
    std::string why;
    const auto found = rated_columns(rows, separator_, given, why);
    if (!found) {
      const auto is_short = [](const auto& row) { return row.size() < 3; };
      const auto cut = std::find_if(rows.begin(), rows.end(), is_short);
      if (cut != rows.end() && std::all_of(rows.begin(), rows.end(), is_short)) {
        fail(numbers[static_cast<std::size_t>(cut - rows.begin())], not_a_pair);
      }
      throw UserError(
          fmt::format("{}: which columns hold the two words and the rating cannot be told: {}; {}",
                      named_, why, options_.remedy));
    }
    columns_ = *found;
    std::array<std::string, 3> called;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t column = columns_.at[k];
      table_.columns[k] = column + 1;
      called[k] = fmt::format("{}", column + 1);
      if (columns_.heading && column < rows[0].size() && !rows[0][column].empty()) {
        called[k] += fmt::format(" ({})", excerpt(rows[0][column], 40));
      }
    }
    table_.described = fmt::format(
        "words in columns {} and {}, ratings in column {}{}", called[0], called[1], called[2],
        columns_.tagged ? "; the part of speech after each word is left out" : "");
  }

  void add(std::vector<std::string> cells, std::uint64_t line) {
    const auto [first, second, last] = columns_.at;
    const std::size_t needed = std::max({first, second, last}) + 1;
    const auto rating = cells.size() < needed ? std::nullopt : rating_in(cells[last], separator_);
    if (!rating || cells[first].empty() || cells[second].empty()) fail(line, not_a_pair);
    if (table_.pairs.size() == options_.max) {
      asked::fail_many(named_, options_.max, most_pairs, "pairs");
    }
    for (const std::size_t c : {first, second}) {
      if (columns_.tagged && cells[c].size() > 2) cells[c].resize(cells[c].size() - 2);
    }
    table_.pairs.push_back({std::move(cells[first]), std::move(cells[second]), *rating});
    asked::check_growing(named_, table_.pairs.size(), bytes_of_pair, source_.done());
  }

  static constexpr const char* not_a_pair = "is not two words and a number; correct or remove it";

  ByteSource& source_;
  const std::string& named_;
  const RatedTableOptions& options_;
  LineReader lines_;
  char separator_ = ' ';
  RatedColumns columns_;
  RatedTable table_;
};

bool is_single_word(const std::string& cell) {
  float number = 0;
  bool beyond = false;
  return !cell.empty() && cell.find(' ') == cell.npos && !parse_float(cell, number, beyond);
}

}  // namespace

bool holds_rated_pairs(std::string_view beginning) {
  const auto lines = asked::first_lines(beginning, "#", looked_through);
  if (lines.empty()) return false;
  const char separator = separator_of(lines);
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : lines) rows.push_back(cells_of(line, separator));
  std::string why;
  const auto found = rated_columns(rows, separator, std::nullopt, why);
  if (!found) return false;
  const std::size_t begin = found->heading ? 1 : 0;
  const auto pairs = std::count_if(
      rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end(), [&](const auto& row) {
        const auto [first, second, last] = found->at;
        return row.size() > std::max({first, second, last}) &&
               (separator != ' ' || row.size() == 3) && is_single_word(row[first]) &&
               is_single_word(row[second]) && rating_in(row[last], separator);
      });
  return 2 * static_cast<std::size_t>(pairs) > rows.size() - begin;
}

RatedTable read_rated_table(ByteSource& source, const std::string& named,
                            const RatedTableOptions& options) {
  return TableReader(source, named, options).read();
}

RatedTable read_rated_table(const std::filesystem::path& file, const RatedTableOptions& options) {
  return read_rated_table(*open_bytes(file), file.string(), options);
}

}  // namespace glassformer
