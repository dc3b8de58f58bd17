#include "core/lesson/spoken.h"

#include <algorithm>
#include <cctype>

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

}  // namespace

std::string spoken_by(const Step& step) {
  std::string text =
      step.title + " " + step.text + " " + step.line + " " + step.invitation + " " + step.focus;
  if (step.ask) text += " " + step.ask->question + " " + step.ask->answer + " " + step.ask->line;
  return plain(std::move(text));
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
