#include "core/embed/spelling.h"

#include <algorithm>

#include "core/embed/folded_words.h"

namespace glassformer {

namespace {

constexpr std::size_t looked_at = 200'000;  // of many words the first, which are the usual ones

// As it is, in small letters, or as the first word that differs in its capitals alone.
std::string in_any_capitals(const WordList& words, const std::string& typed) {
  if (words.find(typed) >= 0) return typed;
  std::string small = folded(typed);
  if (words.find(small) >= 0) return small;
  for (std::size_t i = 0; i < std::min(looked_at, words.size()); ++i) {
    // What differs in capitals alone is as long, but for a few letters that nobody swaps.
    if (words[i].size() == typed.size() && folded(words[i]) == small) return std::string(words[i]);
  }
  return {};
}

}  // namespace

std::string spelling_of(const WordVectors& vectors, std::string_view typed) {
  std::string spelt = in_any_capitals(vectors.words, std::string(typed));
  for (const char joint : {'_', '-'}) {
    if (!spelt.empty() || typed.find(' ') == std::string_view::npos) break;
    std::string joined(typed);
    std::replace(joined.begin(), joined.end(), ' ', joint);
    spelt = in_any_capitals(vectors.words, joined);
  }
  return spelt;
}

}  // namespace glassformer
