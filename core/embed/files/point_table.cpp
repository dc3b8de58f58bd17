// The pair of tables that the Embedding Projector loads (projector.tensorflow.org): vectors.tsv of
// numbers between tabs, and metadata.tsv with the words, which has a header only if it has several
// columns.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "core/embed/files/number_tokens.h"
#include "core/embed/files/numbered_words.h"
#include "core/embed/files/vector_collector.h"
#include "core/embed/files/vector_readers.h"
#include "core/formats/json.h"
#include "core/formats/line_reader.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t tab = line.find('\t');
    cells.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return cells;
    line.remove_prefix(tab + 1);
  }
}

std::string_view without_tabs_behind(std::string_view line) {
  while (line.ends_with('\t')) line.remove_suffix(1);
  return line;
}

bool is_number(std::string_view text) {
  float number = 0;
  bool beyond = false;
  return parse_float(text, number, beyond);
}

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return small;
}

// The first column of one of these names.
std::optional<std::size_t> column(const std::vector<std::string>& header,
                                  std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  }
  return std::nullopt;
}

// The names of columns, each once: of two "year" the second becomes "year (2)".
std::vector<std::string> told_apart(const std::vector<std::string_view>& cells) {
  std::vector<std::string> names;
  for (const std::string_view cell : cells) {
    std::string name(cell);
    for (int n = 2; std::find(names.begin(), names.end(), name) != names.end(); ++n) {
      name = fmt::format("{} ({})", cell, n);
    }
    names.push_back(name);
  }
  return names;
}

struct Table {
  std::vector<std::string> names;              // of the columns, as they are written
  std::vector<std::string> header;             // in small letters; empty: one column and no header
  std::vector<std::vector<std::string>> rows;  // the first ones
  std::uint64_t count = 0;                     // of all rows
  std::string warning;                         // of rows with fewer or more columns
};

// All lines are looked at, and the first `most` kept.
Table read_table(ByteReader& in, std::size_t max) {
  LineReader lines(in, in.named());
  Table table;
  std::string_view line;
  std::uint64_t ragged = 0;
  std::string first_ragged;
  std::uint64_t empty = 0;  // lines at the end: they are no words
  while (lines.next(line)) {
    auto cells = cells_of(line);
    if (lines.line() == 1 && cells.size() > 1) {
      table.names = told_apart(cells);
      for (const std::string_view cell : cells) table.header.push_back(lower(cell));
      continue;
    }
    if (!table.header.empty() && cells.size() != table.header.size()) {
      if (ragged++ == 0) {
        first_ragged = fmt::format("line {} has {}, but the header has {}", lines.line(),
                                   number_of(cells.size(), "column"), table.header.size());
      }
      cells.resize(table.header.size());
    }
    if (table.header.empty() && cells.size() > 1) {
      in.fail(fmt::format("line {} has {} columns, but line 1 has one; correct that line",
                          lines.line(), cells.size()));
    }
    ++table.count;
    empty = line.empty() ? empty + 1 : 0;
    if (table.rows.size() < max) table.rows.emplace_back(cells.begin(), cells.end());
  }
  if (table.header.empty()) table.count -= empty;
  // A few lines are slips; where many are, the file is something else.
  if (ragged * 3 > table.count) in.fail(first_ragged + "; correct that line");
  if (ragged > 0) {
    table.warning = fmt::format("{}: {}{}; what is missing there is empty",
                                std::filesystem::path(in.named()).filename().string(), first_ragged,
                                ragged > 1 ? fmt::format(", and {} like it", ragged - 1) : "");
  }
  if (table.rows.size() > table.count) table.rows.resize(static_cast<std::size_t>(table.count));
  return table;
}

std::uint64_t count_of(const std::string& cell) {
  std::uint64_t count = 0;
  std::from_chars(cell.data(), cell.data() + cell.size(), count);
  return count;
}

}  // namespace

// Most of the first lines are numbers between tabs, or one number alone: a damaged line does not
// make a word of its first number.
bool looks_like_point_table(std::string_view start) {
  if (start.starts_with("\xef\xbb\xbf")) start.remove_prefix(3);
  std::size_t lines = 0, of_numbers = 0;
  bool tabs = false;
  while (!start.empty() && lines < 5) {
    const std::size_t end = start.find('\n');
    if (end == std::string_view::npos && lines > 0) break;  // it may be cut
    std::string_view line = start.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto cells = cells_of(without_tabs_behind(line));
    if (std::all_of(cells.begin(), cells.end(), is_number)) ++of_numbers;
    tabs = tabs || cells.size() > 1;
    ++lines;
    start.remove_prefix(end == std::string_view::npos ? start.size() : end + 1);
  }
  return of_numbers * 2 > lines && (tabs || lines > 1);
}

std::uint64_t count_points(ByteReader& in) {
  LineReader lines(in, in.named());
  std::uint64_t count = 0;
  for (std::string_view line; lines.next(line);) count += without_tabs_behind(line).empty() ? 0 : 1;
  return count;
}

WordVectors read_point_table(ByteReader& in, std::size_t limit) {
  LineReader lines(in, in.named());
  std::string_view line;
  std::optional<GrowingRows> rows;
  while ((limit == 0 || !rows || rows->count() < limit) && lines.next(line)) {
    line = without_tabs_behind(line);
    if (line.empty()) continue;
    const auto cells = cells_of(line);
    if (!rows) {
      if (cells.size() > max_dimensions) {
        in.fail(fmt::format("line 1 has {} numbers; at most {} are read", cells.size(),
                            max_dimensions));
      }
      rows.emplace(cells.size());
    }
    if (cells.size() != rows->dim()) {
      in.fail(
          fmt::format("line {} has {}, but line 1 has {}; all lines must have as many, "
                      "correct or remove the wrong one",
                      lines.line(), number_of(cells.size(), "number"), rows->dim()));
    }
    const std::span<float> row = rows->append();
    for (std::size_t k = 0; k < cells.size(); ++k) {
      bool beyond = false;
      if (parse_float(cells[k], row[k], beyond)) continue;
      in.fail(fmt::format("line {} has {} in column {}, where a number is expected; correct it",
                          lines.line(), json_string(excerpt(cells[k], 40)), k + 1));
    }
  }
  if (!rows) in.fail("is empty; numbers between tabs are expected, one vector a line");
  return numbered(rows->finish(), in.named());
}

void read_word_table(ByteReader& in, WordVectors& vectors, std::uint64_t all) {
  const std::size_t count = vectors.words.size();
  if (all == 0) all = count;
  Table table = read_table(in, count + 1);
  // A single column with one line more than there are vectors has a header after all.
  if (table.header.empty() && table.count == all + 1) {
    table.rows.erase(table.rows.begin());
    --table.count;
  }
  if (table.count != all) {
    in.fail(fmt::format("has {} for {}; each vector needs its word, in the same order",
                        number_of(table.count, "word"), number_of(all, "vector")));
  }
  table.rows.resize(count);
  const auto take = [&](std::size_t from) {
    std::vector<std::string> taken;
    for (const auto& row : table.rows) taken.push_back(row[from]);
    return taken;
  };
  const std::size_t words = column(table.header, {"word", "label", "name", "token"}).value_or(0);
  std::vector<std::uint64_t> counts;
  const auto counted = column(table.header, {"count", "frequency", "freq"});
  if (counted) {
    for (const auto& row : table.rows) counts.push_back(count_of(row[*counted]));
  }
  auto group = column(table.header, {"group", "category", "class"});
  for (std::size_t c = 0; c < table.header.size() && !group; ++c) {
    const bool numbers = std::all_of(table.rows.begin(), table.rows.end(),
                                     [&](const auto& row) { return is_number(row[c]); });
    if (c != words && !numbers) group = c;
  }
  std::vector<WordColumn> columns;
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    if (c != words && c != group && c != counted) columns.push_back({table.names[c], take(c)});
  }
  if (group) vectors.group_name = table.names[*group];
  rename(vectors, take(words), counts, group ? take(*group) : std::vector<std::string>(), columns);
  vectors.warning = joined({vectors.warning, table.warning});
}

}  // namespace glassformer
