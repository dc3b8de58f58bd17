#include "core/embed/search/spelling.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/embed/vectors/folded_words.h"
#include "core/formats/json.h"
#include "core/text/nearest.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

// Only the first words are searched: files list them by frequency.
constexpr std::size_t max_searched = 200'000;

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<signed char>(c) >= 0; });
}

// At a glance, before its letters are made small: whether it may be the folded word `small`.
bool may_be(std::string_view word, std::string_view small) {
  if (word.empty()) return false;
  if (is_ascii(word)) return word.size() == small.size() && is_ascii(small);
  const auto plain = [](char c) { return static_cast<signed char>(c) >= 0; };
  const auto same_letter = [](char large, char one) {
    return (large >= 'A' && large <= 'Z' ? static_cast<char>(large + ('a' - 'A')) : large) == one;
  };
  // Letters in parts take up to three times as many bytes.
  return word.size() <= 3 * small.size() + 2 && (!plain(small.front()) || !plain(word.front()) ||
                                                 same_letter(word.front(), small.front()));
}

// As it is, in small letters, or as the first word that differs in its capitals, the kind of its
// apostrophe or the way an accent was put on a letter alone.
std::string in_any_form(const WordList& words, const std::string& typed) {
  if (words.find(typed) >= 0) return typed;
  const std::string one = as_compared(typed);
  if (words.find(one) >= 0) return one;
  const std::string small = folded(typed);
  if (words.find(small) >= 0) return small;
  for (std::size_t i = 0; i < std::min(max_searched, words.size()); ++i) {
    if (may_be(words[i], small) && folded(words[i]) == small) return std::string(words[i]);
  }
  return {};
}

}  // namespace

std::string spelling_of(const WordVectors& vectors, std::string_view typed) {
  std::string spelt = in_any_form(vectors.words, std::string(typed));
  for (const char joint : {'_', '-'}) {
    if (!spelt.empty() || typed.find(' ') == std::string_view::npos) break;
    std::string joined(typed);
    std::replace(joined.begin(), joined.end(), ' ', joint);
    spelt = in_any_form(vectors.words, joined);
  }
  return spelt;
}

std::string as_composed(const WordVectors& vectors, const std::string& typed) {
  constexpr std::size_t looked_at = 1000;  // the most frequent: sentences begin with large letters
  for (std::size_t i = 0; i < std::min(looked_at, vectors.words.size()); ++i) {
    if (folded(vectors.words[i]) != vectors.words[i]) return typed;
  }
  return folded(typed);
}

std::vector<std::string> spelt_like(const WordVectors& vectors, std::string_view word,
                                    std::size_t count) {
  std::vector<std::string> found;
  const auto add = [&](const std::string& like) {
    if (found.size() < count && like != word && vectors.words.find(like) >= 0 &&
        std::find(found.begin(), found.end(), like) == found.end()) {
      found.push_back(like);
    }
  };
  add(with_small_first(word));
  add(with_large_first(word));
  const std::size_t slips = std::max<std::size_t>(1, word.size() / 3);
  std::vector<std::string> candidates;
  for (std::size_t i = 0; i < std::min(max_searched, vectors.words.size()); ++i) {
    const std::string_view known = vectors.words[i];
    if (known.size() + slips < word.size() || known.size() > word.size() + slips) continue;
    if (broken_utf8(known) != std::string_view::npos) continue;
    candidates.emplace_back(known);
  }
  while (found.size() < count && !candidates.empty()) {
    const std::string like = nearest(word, candidates);
    if (like.empty()) break;
    add(like);
    candidates.erase(std::find(candidates.begin(), candidates.end(), like));
  }
  return found;
}

std::string about_unknown(const WordVectors& vectors, std::string_view word) {
  const std::vector<std::string> like = spelt_like(vectors, word);
  const std::string shown = excerpt(word, 60);
  if (like.empty()) {
    return fmt::format("there is no word '{}' among these {}, nor one spelt like it", shown,
                       vectors.words.size());
  }
  return fmt::format("there is no word '{}' among these {}; did you mean {}?", shown,
                     vectors.words.size(), listed(like));
}

}  // namespace glassformer
