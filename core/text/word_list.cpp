#include "core/text/word_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/trimmed.h"

namespace glassformer {

std::vector<std::string> listed_words(std::string_view text) {
  const char between = text.find(',') != std::string_view::npos ? ',' : ' ';
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(between), text.size());
    const std::string_view word = trimmed(text.substr(0, end));
    if (!word.empty()) words.emplace_back(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::string with_word_toggled(std::string_view list, std::string_view word) {
  std::vector<std::string> words = listed_words(list);
  if (std::erase(words, word) == 0) words.emplace_back(word);
  const bool spaces =
      std::ranges::any_of(words, [](const std::string& one) { return one.find(' ') != one.npos; });
  return fmt::format("{}", fmt::join(words, spaces ? ", " : " ")) +
         (spaces && words.size() == 1 ? "," : "");
}

}  // namespace glassformer
