#include "core/embed/eval/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/embed/files/number_tokens.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

constexpr std::size_t max_line = 1 << 16;

std::vector<std::string_view> tokens_of(std::string_view line, std::string_view separators) {
  std::vector<std::string_view> tokens;
  for (std::size_t at = 0; (at = line.find_first_not_of(separators, at)) != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
    tokens.push_back(line.substr(at, end - at));
    at = end;
  }
  return tokens;
}

// A table program writes words between quotes.
std::string_view unquoted(std::string_view token) {
  const bool quoted = token.size() > 2 && token.front() == '"' && token.back() == '"' &&
                      token.substr(1, token.size() - 2).find('"') == token.npos;
  return quoted ? token.substr(1, token.size() - 2) : token;
}

[[noreturn]] void fail(const std::string& named, const LineReader& lines, const std::string& what) {
  throw UserError(fmt::format("{}: line {} {}", named, lines.line(), what));
}

[[noreturn]] void fail_many(const std::string& named, std::size_t max, const char* what) {
  throw UserError(fmt::format(
      "{}: holds more than {} {}, the most that are taken at once; cut it into parts, or use "
      "glassformer eval",
      named, max, what));
}

// What one of them takes until it is answered, as measured, with what growing a list takes.
constexpr double bytes_of_question = 200, bytes_of_pair = 120;

// Now and then while a list grows; `share` of the file is read.
void check_growing(const std::string& named, std::size_t count, double each, double share) {
  constexpr std::size_t now_and_then = 1 << 14;
  if (count % now_and_then != 0) return;
  const double bytes = static_cast<double>(count) * each;
  if (bytes <= static_cast<double>(memory_limit())) return;
  check_memory(named, std::max(bytes, bytes / std::max(share, 1e-3)), "take a part of it");
}

// What stands between the columns of a line of rated pairs.
std::string_view separators_of(std::string_view line) {
  return line.find('\t') != line.npos  ? "\t"
         : line.find(';') != line.npos ? ";"
         : line.find(',') != line.npos ? ","
                                       : " ";
}

// The first column that is a number, behind the two words.
bool rating_of(const std::vector<std::string_view>& tokens, double& rating) {
  for (std::size_t i = 2; i < tokens.size(); ++i) {
    const std::string_view token = unquoted(tokens[i]);
    const char* const end = token.data() + token.size();
    const auto [after, error] = std::from_chars(token.data(), end, rating);
    if (error == std::errc{} && after == end && std::isfinite(rating)) return true;
  }
  return false;
}

bool is_number(std::string_view token) {
  float number = 0;
  bool beyond = false;
  return parse_float(token, number, beyond);
}

// The names of columns: none of those that could hold the rating begins as a number does, or is
// one.
bool is_heading(const std::vector<std::string_view>& tokens) {
  if (tokens.size() < 3) return false;
  return std::none_of(tokens.begin() + 2, tokens.end(), [](std::string_view token) {
    return std::string_view("0123456789+-.").find(token.front()) != token.npos || is_number(token);
  });
}

// The first lines that are neither empty nor a comment; none if the file is no text.
std::vector<std::string> first_lines(std::string_view text, std::string_view comment) {
  constexpr std::size_t enough = 5;
  if (text.find('\0') != text.npos) return {};
  if (text.size() == looked_at) text = text.substr(0, text.rfind('\n'));
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < enough) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(comment) || line.find_first_not_of(" \t") == line.npos) continue;
    lines.emplace_back(line);
  }
  return lines;
}

bool is_question_or_section(std::string_view line) {
  const auto tokens = tokens_of(line, " \t");
  const auto numbers =
      static_cast<std::size_t>(std::count_if(tokens.begin(), tokens.end(), is_number));
  if (line.starts_with(':')) return numbers < std::max<std::size_t>(1, tokens.size() - 1);
  return tokens.size() == 4 && numbers < 3;
}

bool is_rated_pair(std::string_view line) {
  const std::string_view separators = separators_of(line);
  const auto tokens = tokens_of(line, separators);
  if (tokens.size() < 3 || (separators == " " && tokens.size() != 3)) return false;
  const auto is_word = [](std::string_view token) {
    return token.find(' ') == token.npos && !is_number(token);
  };
  double rating = 0;
  return is_word(tokens[0]) && is_word(tokens[1]) && rating_of(tokens, rating);
}

}  // namespace

bool holds_questions(std::string_view beginning) {
  const auto lines = first_lines(beginning, "//");
  return !lines.empty() && std::all_of(lines.begin(), lines.end(), is_question_or_section);
}

bool begins_with_section(std::string_view beginning) {
  const auto lines = first_lines(beginning, "//");
  return !lines.empty() && lines[0].starts_with(':') && is_question_or_section(lines[0]);
}

bool holds_rated_pairs(std::string_view beginning) {
  auto lines = first_lines(beginning, "#");
  const auto columns = [](const std::string& line) {
    return tokens_of(line, separators_of(line)).size();
  };
  const bool header =
      lines.size() > 1 && !is_rated_pair(lines[0]) && columns(lines[0]) == columns(lines[1]);
  if (header) lines.erase(lines.begin());
  const auto pairs = std::count_if(lines.begin(), lines.end(), is_rated_pair);
  return 2 * static_cast<std::size_t>(pairs) > lines.size();
}

std::vector<QuestionSection> read_questions(ByteSource& source, const std::string& named,
                                            std::size_t max) {
  LineReader lines(source, named, max_line);
  std::vector<QuestionSection> sections;
  std::size_t count = 0;
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with("//")) continue;
    const auto tokens = tokens_of(line, " \t");
    if (tokens.empty()) continue;
    if (tokens[0].starts_with(':')) {
      std::string_view name = line.substr(line.find(':') + 1);
      name.remove_prefix(std::min(name.find_first_not_of(" \t"), name.size()));
      if (sections.size() == max) fail_many(named, max, "sections");
      sections.push_back({std::string(name), {}});
      continue;
    }
    if (tokens.size() != 4) {
      fail(named, lines,
           fmt::format("has {}; a question has four (Athens Greece Baghdad Iraq), a section "
                       "begins with ': NAME'",
                       number_of(tokens.size(), "word")));
    }
    if (sections.empty()) sections.push_back({"", {}});
    sections.back().questions.push_back({std::string(tokens[0]), std::string(tokens[1]),
                                         std::string(tokens[2]), std::string(tokens[3])});
    if (++count > max) fail_many(named, max, "questions");
    check_growing(named, count, bytes_of_question, source.done());
  }
  if (count == 0) throw UserError(named + ": holds no questions; four words a line are expected");
  return sections;
}

std::vector<QuestionSection> read_questions(const std::filesystem::path& file) {
  return read_questions(*open_bytes(file), file.string());
}

std::vector<RatedPair> read_rated_pairs(ByteSource& source, const std::string& named,
                                        std::size_t max) {
  LineReader lines(source, named, max_line);
  std::vector<RatedPair> pairs;
  bool header_possible = true;
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with('#')) continue;
    const auto tokens = tokens_of(line, separators_of(line));
    if (tokens.empty()) continue;
    double rating = 0;
    if (tokens.size() < 3 || !rating_of(tokens, rating)) {
      if (!header_possible || !is_heading(tokens)) {
        fail(named, lines, "is not two words and a number; correct or remove it");
      }
      header_possible = false;
      continue;
    }
    header_possible = false;
    if (pairs.size() == max) fail_many(named, max, "pairs");
    pairs.push_back({std::string(unquoted(tokens[0])), std::string(unquoted(tokens[1])), rating});
    check_growing(named, pairs.size(), bytes_of_pair, source.done());
  }
  if (pairs.empty()) {
    throw UserError(named + ": holds no pairs; two words and a number a line are expected");
  }
  return pairs;
}

std::vector<RatedPair> read_rated_pairs(const std::filesystem::path& file) {
  return read_rated_pairs(*open_bytes(file), file.string());
}

}  // namespace glassformer
