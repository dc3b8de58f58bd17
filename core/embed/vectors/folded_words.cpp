#include "core/embed/vectors/folded_words.h"

#include <algorithm>

#include "core/text/unicode.h"

namespace glassformer {

std::string folded(std::string_view word) {
  std::string small;
  if (std::all_of(word.begin(), word.end(),
                  [](char c) { return static_cast<signed char>(c) >= 0; })) {
    for (const char c : word) {
      small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return small;
  }
  const std::string compared = as_compared(word);
  for (const std::string_view character : characters(compared)) {
    small += with_small_first(character);
  }
  return small;
}

FoldedWords::FoldedWords(const WordList& words, std::size_t count) : meant_(count) {
  for (std::size_t id = 0; id < count; ++id) {
    if (!folded_.add(folded(words[id])).fresh) continue;
    ids_.push_back(static_cast<int>(id));
    meant_[id] = true;
  }
}

int FoldedWords::find(std::string_view word) const {
  const int at = folded_.find(folded(word));
  return at < 0 ? -1 : ids_[static_cast<std::size_t>(at)];
}

}  // namespace glassformer
