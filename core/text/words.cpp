#include "core/text/words.h"

#include <algorithm>
#include <array>

#include "core/text/tokenize.h"

namespace glassformer {

namespace {

constexpr std::string_view curly = "\u2019";

// One past the first apostrophe with something on both sides; 0 if there is none.
std::size_t behind_apostrophe(std::string_view word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    const std::size_t size = word[i] == '\''                     ? 1
                             : word.substr(i).starts_with(curly) ? curly.size()
                                                                 : 0;
    if (size > 0 && i + size < word.size()) return i + size;
  }
  return 0;
}

bool no_space_before(std::string_view word) {
  constexpr std::array<std::string_view, 10> signs{".", ",", ";", ":", "?",
                                                   "!", "…", ")", "]", "}"};
  return std::find(signs.begin(), signs.end(), word) != signs.end();
}

bool no_space_behind(std::string_view word) {
  constexpr std::array<std::string_view, 3> signs{"(", "[", "{"};
  if (std::find(signs.begin(), signs.end(), word) != signs.end()) return true;
  return (word.ends_with('\'') && word.size() > 1) || (word.ends_with(curly) && word != curly);
}

}  // namespace

std::vector<std::string> split_words(std::string_view sentence) {
  std::vector<std::string> tokens = tokens_of(sentence), words;
  words.reserve(tokens.size());
  for (std::string& token : tokens) {
    while (const std::size_t cut = behind_apostrophe(token)) {
      words.push_back(token.substr(0, cut));
      token.erase(0, cut);
    }
    words.push_back(std::move(token));
  }
  return words;
}

std::string join_words(std::span<const std::string> words) {
  std::string line;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && !no_space_before(words[i]) && !no_space_behind(words[i - 1])) line += ' ';
    line += words[i];
  }
  return line;
}

}  // namespace glassformer
