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

// A slip in a short word leaves little of it.
std::size_t slips_of(std::string_view word) {
  return word.size() <= 4 ? 1 : 2;
}

// "germany, german or germ"
std::string one_of(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
  }
  return text;
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
  const auto add = [&](std::string_view like) {
    if (found.size() < count && like != word && vectors.words.find(like) >= 0 &&
        std::find(found.begin(), found.end(), like) == found.end()) {
      found.emplace_back(like);
    }
  };
  add(with_small_first(word));
  add(with_large_first(word));
  const std::size_t most = slips_of(word);
  std::vector<std::vector<std::size_t>> near(most + 1);  // of each number of slips, in their order
  for (std::size_t i = 0; i < std::min(max_searched, vectors.words.size()); ++i) {
    const std::string_view known = vectors.words[i];
    if (known.size() + most < word.size() || known.size() > word.size() + most) continue;
    const std::size_t slips = slips_between(word, known, most);
    if (slips > most || broken_utf8(known) != std::string_view::npos) continue;
    near[slips].push_back(i);
  }
  for (const std::vector<std::size_t>& as_near : near) {
    for (const std::size_t i : as_near) add(vectors.words[i]);
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
                     vectors.words.size(), one_of(like));
}

}  // namespace glassformer
