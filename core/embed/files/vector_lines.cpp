#include "core/embed/files/vector_lines.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "core/embed/files/number_tokens.h"
#include "core/embed/files/vector_readers.h"
#include "core/formats/byte_source.h"

namespace glassformer {

namespace {

constexpr std::size_t sampled = 20;  // lines

using LineCells = std::vector<std::string_view>;

std::string_view bare(std::string_view text) {
  while (!text.empty() && is_separator(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_separator(text.back())) text.remove_suffix(1);
  return text;
}

bool is_a_number(std::string_view token) {
  float number = 0;
  bool beyond = false;
  return parse_float(token, number, beyond);
}

// Of a table whose separator is ';' decimals may stand behind a comma.
std::string with_point(std::string_view cell, char separator) {
  std::string text(bare(cell));
  if (separator != ';') return text;
  const std::size_t comma = text.find(',');
  if (comma != text.npos && text.find('.') == text.npos) text[comma] = '.';
  return text;
}

// A cell in quotes may hold the separator.
LineCells line_cells(std::string_view line, char separator) {
  LineCells cells;
  if (separator == ' ') {
    for (std::string_view token = last_token(line); !token.empty(); token = last_token(line)) {
      cells.push_back(token);
    }
    std::reverse(cells.begin(), cells.end());
    return cells;
  }
  while (true) {
    std::size_t end = line.find(separator);
    if (line.starts_with('"')) {
      const std::size_t close = line.find('"', 1);
      if (close != line.npos && (close + 1 == line.size() || line[close + 1] == separator)) {
        end = close + 1 == line.size() ? line.npos : close + 1;
      }
    }
    cells.push_back(line.substr(0, end));
    if (end == line.npos) return cells;
    line.remove_prefix(end + 1);
  }
}

std::string_view without_quotes(std::string_view cell) {
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') {
    return cell.substr(1, cell.size() - 2);
  }
  return cell;
}

bool all_numbers(const LineCells& cells, std::size_t from, std::size_t to, char separator) {
  return std::all_of(cells.begin() + static_cast<std::ptrdiff_t>(from),
                     cells.begin() + static_cast<std::ptrdiff_t>(to), [&](std::string_view cell) {
                       return is_a_number(with_point(cell, separator));
                     });
}

// Whole lines from the first that is no header on.
LineCells sample_lines(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  LineCells lines;
  bool first = true;
  while (!text.empty() && lines.size() < sampled) {
    const std::size_t end = text.find('\n');
    if (end == text.npos && !lines.empty()) break;  // it may be cut
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const bool header = first && (parse_word2vec_header(line) || is_lone_number(line));
    first = false;
    if (!header) lines.push_back(line);
  }
  return lines;
}

// "word,0,1,2", "id;d1;d2": names and not numbers, or the numbers of the columns.
bool names_columns(const LineCells& cells, char separator) {
  const std::string_view first = without_quotes(cells.front());
  if (!first.empty() && first != "word" && first != "token") return false;
  for (std::size_t k = 1; k < cells.size(); ++k) {
    const std::string_view cell = without_quotes(cells[k]);
    const bool counted = cell == std::to_string(k - 1) || cell == std::to_string(k);
    if (!counted && is_a_number(with_point(cell, separator))) return false;
  }
  return true;
}

// Whether all lines (but perhaps a heading) have numbers on one side of a word.
bool fits(const LineCells& lines, char separator, bool word_last, bool& heading) {
  heading = false;
  std::size_t checked = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const LineCells cells = line_cells(lines[i], separator);
    if (cells.size() < 2) return false;
    if (i == 0 && separator != ' ' && !word_last && lines.size() > 1 &&
        names_columns(cells, separator)) {
      heading = true;
      continue;
    }
    const std::size_t from = word_last ? 0 : 1, to = cells.size() - (word_last ? 1 : 0);
    if (!all_numbers(cells, from, to, separator)) return false;
    // A numbered list of words has one number in front of each.
    if (word_last && (cells.size() < 3 || is_a_number(cells.back()))) return false;
    ++checked;
  }
  return checked > 0;
}

}  // namespace

bool is_lone_number(std::string_view line) {
  line = bare(line);
  return !line.empty() && line.size() < 18 &&
         line.find_first_not_of("0123456789") == std::string_view::npos;
}

VectorLines vector_lines(std::string_view beginning) {
  VectorLines found;
  const LineCells lines = sample_lines(beginning);
  if (lines.empty()) return found;
  // Words with spaces have their numbers behind them all the same.
  const bool spaced = std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return is_a_number(last_token(line)) && !bare(line).empty();
  });
  bool heading = false;
  if (!spaced) {
    if (fits(lines, ' ', true, heading)) found.word_last = true;
    for (const char separator : {';', ','}) {
      if (found.word_last) break;
      for (const bool word_last : {false, true}) {
        if (!fits(lines, separator, word_last, heading)) continue;
        found.separator = separator;
        found.word_last = word_last;
        found.heading = heading;
        return found;
      }
    }
    return found;
  }
  std::map<std::size_t, std::size_t> votes;
  for (std::string_view line : lines) {
    // How many numbers are in a line that goes on is not known.
    const bool goes_on = beginning.size() >= looked_at && line.end() == beginning.end();
    if (goes_on) break;
    std::size_t numbers = 0;
    for (std::string_view token = last_token(line); !line.empty() && is_a_number(token);
         token = last_token(line)) {
      ++numbers;
    }
    ++votes[numbers];
  }
  for (const auto& [dim, count] : votes) {
    // Two words and one number are a pair that was rated.
    if (2 * count > lines.size() && dim > 1) found.dim = dim;
  }
  return found;
}

std::string_view in_usual_order(const VectorLines& lines, std::string_view line,
                                std::string& room) {
  if (lines.usual()) return line;
  LineCells cells = line_cells(line, lines.separator);
  if (lines.word_last) std::rotate(cells.begin(), cells.end() - 1, cells.end());
  room = without_quotes(cells.empty() ? std::string_view() : bare(cells.front()));
  for (std::size_t k = 1; k < cells.size(); ++k) {
    room += '\t';
    room += with_point(cells[k], lines.separator);
  }
  return room;
}

bool looks_like_json(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const auto skip = [&] {
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    text.remove_prefix(at == text.npos ? text.size() : at);
  };
  skip();
  if (numbers_behind_word(text.substr(0, text.find('\n'))) > 0) return false;
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  const bool object = text.front() == '{';
  text.remove_prefix(1);
  skip();
  if (text.empty()) return true;
  return object ? text.front() == '"' || text.front() == '}'
                : std::string_view("[{\"]-0123456789").find(text.front()) != text.npos;
}

bool looks_like_vector_json(std::string_view text) {
  if (!looks_like_json(text)) return false;
  const std::size_t open = text.find('{'), quote = text.find('"');
  if (open == text.npos || text.find('[') < open || quote == text.npos || quote < open)
    return false;
  std::size_t end = quote + 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  const std::size_t colon = text.find_first_not_of(" \t\r\n", end + 1);
  if (end >= text.size() || colon == text.npos || text[colon] != ':') return false;
  const std::size_t list = text.find_first_not_of(" \t\r\n", colon + 1);
  return list != text.npos && text[list] == '[';
}

}  // namespace glassformer
