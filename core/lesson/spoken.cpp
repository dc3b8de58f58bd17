#include "core/lesson/spoken.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace glassformer {

namespace {

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

std::string plain(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return text;
}

// Without the conditions under which its sentences stand: they speak of nothing.
std::string without_conditions(const std::string& text) {
  constexpr std::string_view command = "\\if{";
  std::string kept;
  std::size_t at = 0;
  for (std::size_t found = text.find(command); found != std::string::npos;
       found = text.find(command, at)) {
    kept += text.substr(at, found - at) + " ";
    std::size_t end = found + command.size();
    for (int open = 1; end < text.size() && open > 0; ++end) {
      open += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
    }
    at = end;
  }
  return kept + text.substr(at);
}

}  // namespace

std::string spoken_by(const Step& step) {
  std::string text =
      step.title + " " + step.text + " " + step.line + " " + step.invitation + " " + step.focus;
  if (step.ask) text += " " + step.ask->question + " " + step.ask->answer + " " + step.ask->line;
  return plain(without_conditions(text));
}

bool speaks_of(const std::string& words, std::string name) {
  name = plain(std::move(name));
  for (std::size_t at = words.find(name); at != std::string::npos; at = words.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_letter(words[at - 1]);
    if (begins && (name.size() > 3 || end == words.size() || !is_letter(words[end]))) return true;
  }
  return false;
}

}  // namespace glassformer
