#include "core/lesson/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/formats/json.h"
#include "core/lesson/living_command.h"
#include "core/lesson/living_text.h"

namespace glassformer {

namespace {

struct Stumble {
  std::string_view word;
  std::string_view better;
};

constexpr std::array<Stumble, 24> stumbling{{
    {"anew", "again, or recomputed"},
    {"foretell", "predict"},
    {"foretold", "predicted"},
    {"thereof", "of it"},
    {"wherein", "in which"},
    {"hereby", "leave it out"},
    {"whence", "from where"},
    {"thus", "so"},
    {"manifold", "many, or times"},
    {"take away from", "subtract from"},
    {"held fast", "held fixed"},
    {"brought to mean", "normalised to mean"},
    {"usual size", "typical size"},
    {"is to be guessed", "has to be predicted"},
    {"each for itself", "each on its own"},
    {"for itself", "on its own"},
    {"knows of its", "carries information about its"},
    {"the row of", "in the row of *word*"},
    {"so many", "say how many"},
    {"by far", "give the number"},
    {"obviously", "leave it out"},
    {"simply", "leave it out"},
    {"of course", "leave it out"},
    {"it is easy to see", "show it"},
}};

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// Without commands and their arguments and formulas' markup: prose alone, of both texts of each
// condition. What stands only for the lesson's own data is left out if `everybodys`.
std::string prose_of(std::string_view text, bool everybodys = false) {
  std::string prose;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      prose += text[i];
      continue;
    }
    const std::size_t groups = command_name_at(text, i) == "if" ? 3 : 0;
    if (const auto choice = groups == 0 ? std::nullopt : groups_at(text, i, groups)) {
      const bool guarded = choice->arguments[0].find("our") == 0;
      if (!everybodys || !guarded) prose += prose_of(choice->arguments[1], everybodys);
      prose += ' ' + prose_of(choice->arguments[2], everybodys);
      i = choice->end - 1;
      continue;
    }
    while (i + 1 < text.size() && is_letter(text[i + 1])) ++i;
    while (i + 1 < text.size() && (text[i + 1] == '{' || text[i + 1] == '[')) {
      const char open = text[i + 1], close = open == '{' ? '}' : ']';
      int depth = 0;
      while (++i < text.size()) {
        if (text[i] == open) ++depth;
        if (text[i] == close && --depth == 0) break;
      }
    }
    prose += ' ';
  }
  return prose;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

std::string without_commands(std::string_view text) {
  return prose_of(text);
}

std::vector<std::string> stumbles(std::string_view text) {
  std::vector<std::string> sentences;
  const std::string prose = lower(prose_of(text));
  for (const Stumble& one : stumbling) {
    for (std::size_t at = prose.find(one.word); at != prose.npos;
         at = prose.find(one.word, at + 1)) {
      const std::size_t end = at + one.word.size();
      const bool whole =
          (at == 0 || !is_letter(prose[at - 1])) && (end == prose.size() || !is_letter(prose[end]));
      if (!whole) continue;
      sentences.push_back(
          fmt::format("a reader stumbles over \"{}\"; better: {}", one.word, one.better));
      break;
    }
  }
  return sentences;
}

namespace {

// Where the text with some of its parts no longer reads.
void find_broken(std::string_view text, std::string rest, std::string_view how,
                 std::vector<std::string>& found) {
  while (rest.ends_with(' ')) rest.pop_back();
  if (rest.empty()) return;
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto say = [&](std::size_t at, std::string_view what) {
    const std::size_t space = at < 12 ? rest.npos : rest.rfind(' ', at - 12);
    const std::string here = rest.substr(space == rest.npos ? 0 : space + 1);
    found.push_back(fmt::format("{} {}: \"{}\"", how, what, excerpt(here, 32)));
  };
  if (is_small(rest.front()) && (text.empty() || !is_small(text.front())))
    say(0, "the text begins with a small letter");
  for (std::size_t i = 0; i + 1 < rest.size(); ++i) {
    const char c = rest[i], next = rest[i + 1];
    if (c == ' ' && (next == '.' || next == ',' || next == ';' || next == ':' || next == '?')) {
      say(i, "a space stands before a punctuation mark");
    }
    if (c == ':' && next == '.') say(i, "nothing follows the colon");
    const bool ends = (c == '.' || c == '?') && next == ' ';
    if (ends && i + 2 < rest.size() && is_small(rest[i + 2]) &&
        !rest.substr(i + 2).starts_with("word2vec") &&
        !rest.substr(i + 2).starts_with("fastText")) {
      say(i, "a sentence begins with a small letter");
    }
    if ((c == '.' || c == '?') && (std::isupper(static_cast<unsigned char>(next)) != 0) && i > 0 &&
        is_small(rest[i - 1])) {
      say(i, "no space stands between two sentences");
    }
  }
  if (rest.back() == ',' || rest.back() == ':')
    say(rest.size() - 1, "nothing follows the last punctuation mark");
}

}  // namespace

std::vector<std::string> broken_without_own(std::string_view text) {
  std::vector<std::string> found;
  if (text.find("\\own{") == text.npos && text.find("\\if{") == text.npos) return found;
  find_broken(text, with_conditions(text, false), "where no condition holds", found);
  find_broken(text, with_conditions(text, true), "where all conditions hold", found);
  return found;
}

std::vector<std::string> broken(std::string_view filled) {
  std::vector<std::string> found;
  if (filled.empty()) return found;
  if (filled.find("–.") != filled.npos || filled.find("“–”") != filled.npos) {
    found.push_back("a dash stands for what is not there");
  }
  find_broken("", std::string(filled), "as it is read", found);
  return found;
}

std::vector<std::string> typed_numbers(std::string_view text) {
  std::vector<std::string> sentences;
  const std::string prose = prose_of(text, true);
  const auto digit = [&](std::size_t i) {
    return i < prose.size() && std::isdigit(static_cast<unsigned char>(prose[i])) != 0;
  };
  for (std::size_t i = 0; i < prose.size();) {
    if (!digit(i)) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (digit(end) || ((prose[end] == '.' || prose[end] == ',') && digit(end + 1))) ++end;
    const std::string number = prose.substr(i, end - i);
    const std::size_t after = prose.find_first_not_of(" \xC2\xA0", end);
    const bool percent = after != prose.npos && prose[after] == '%';
    if (number.find('.') != number.npos || percent) {
      sentences.push_back(
          fmt::format("the number {}{} is typed; take it from the run with \\value, or put it "
                      "after \\if{{our …}}",
                      number, percent ? " %" : ""));
    }
    i = end;
  }
  return sentences;
}

}  // namespace glassformer
