#include "core/embed/eval/questions.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/embed/eval/asked_lines.h"
#include "core/embed/files/number_tokens.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

using asked::max_line;

// What one question takes until it is answered, as measured, with what growing a list takes.
constexpr double bytes_of_question = 200;

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

bool is_number(std::string_view token) {
  float number = 0;
  bool beyond = false;
  return parse_float(token, number, beyond);
}

bool is_question_or_section(std::string_view line) {
  const auto tokens = tokens_of(line, " \t");
  const auto numbers =
      static_cast<std::size_t>(std::count_if(tokens.begin(), tokens.end(), is_number));
  if (line.starts_with(':')) return numbers < std::max<std::size_t>(1, tokens.size() - 1);
  return tokens.size() == 4 && numbers < 3;
}

}  // namespace

bool holds_questions(std::string_view beginning) {
  const auto lines = asked::first_lines(beginning, "//", 5);
  return !lines.empty() && std::all_of(lines.begin(), lines.end(), is_question_or_section);
}

bool begins_with_section(std::string_view beginning) {
  const auto lines = asked::first_lines(beginning, "//", 5);
  return !lines.empty() && lines[0].starts_with(':') && is_question_or_section(lines[0]);
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
      if (sections.size() == max) asked::fail_many(named, max, most_questions, "sections");
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
    if (++count > max) asked::fail_many(named, max, most_questions, "questions");
    asked::check_growing(named, count, bytes_of_question, source.done());
  }
  if (count == 0) throw UserError(named + ": holds no questions; four words a line are expected");
  return sections;
}

std::vector<QuestionSection> read_questions(const std::filesystem::path& file) {
  return read_questions(*open_bytes(file), file.string());
}

}  // namespace glassformer
