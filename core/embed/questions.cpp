#include "core/embed/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/formats/json.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::size_t longest_line = 1 << 16;

std::vector<std::string_view> tokens_of(std::string_view line, std::string_view separators) {
  std::vector<std::string_view> tokens;
  for (std::size_t at = 0; (at = line.find_first_not_of(separators, at)) != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
    tokens.push_back(line.substr(at, end - at));
    at = end;
  }
  return tokens;
}

[[noreturn]] void fail(const std::string& named, const LineReader& lines, const std::string& what) {
  throw UserError(fmt::format("{}: line {} {}", named, lines.line(), what));
}

// The first column that is a number, behind the two words.
bool rating_of(const std::vector<std::string_view>& tokens, double& rating) {
  for (std::size_t i = 2; i < tokens.size(); ++i) {
    const char* const end = tokens[i].data() + tokens[i].size();
    const auto [after, error] = std::from_chars(tokens[i].data(), end, rating);
    if (error == std::errc{} && after == end && std::isfinite(rating)) return true;
  }
  return false;
}

// The names of columns: none of those that could hold the rating begins as a number does, or is
// one.
bool is_heading(const std::vector<std::string_view>& tokens) {
  if (tokens.size() < 3) return false;
  return std::none_of(tokens.begin() + 2, tokens.end(), [](std::string_view token) {
    double number = 0;
    const char* const end = token.data() + token.size();
    return std::string_view("0123456789+-.").find(token.front()) != std::string_view::npos ||
           std::from_chars(token.data(), end, number).ptr == end;
  });
}

}  // namespace

std::vector<QuestionSection> read_questions(ByteSource& source, const std::string& named) {
  LineReader lines(source, named, longest_line);
  std::vector<QuestionSection> sections;
  std::size_t count = 0;
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with("//")) continue;
    const auto tokens = tokens_of(line, " \t");
    if (tokens.empty()) continue;
    if (tokens[0].starts_with(':')) {
      std::string_view name = line.substr(line.find(':') + 1);
      name.remove_prefix(std::min(name.find_first_not_of(" \t"), name.size()));
      sections.push_back({std::string(name), {}});
      continue;
    }
    if (tokens.size() != 4) {
      fail(named, lines,
           fmt::format("has {} words; a question has four (Athens Greece Baghdad Iraq), a section "
                       "begins with ': NAME'",
                       tokens.size()));
    }
    if (sections.empty()) sections.push_back({"", {}});
    sections.back().questions.push_back({std::string(tokens[0]), std::string(tokens[1]),
                                         std::string(tokens[2]), std::string(tokens[3])});
    ++count;
  }
  if (count == 0) throw UserError(named + ": holds no questions; four words a line are expected");
  return sections;
}

std::vector<QuestionSection> read_questions(const std::filesystem::path& file) {
  return read_questions(*open_bytes(file), file.string());
}

std::vector<RatedPair> read_rated_pairs(ByteSource& source, const std::string& named) {
  LineReader lines(source, named, longest_line);
  std::vector<RatedPair> pairs;
  bool header_possible = true;
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with('#')) continue;
    const std::string_view separators = line.find('\t') != line.npos  ? "\t"
                                        : line.find(';') != line.npos ? ";"
                                        : line.find(',') != line.npos ? ","
                                                                      : " ";
    const auto tokens = tokens_of(line, separators);
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
    pairs.push_back({std::string(tokens[0]), std::string(tokens[1]), rating});
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
