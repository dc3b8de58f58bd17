#include "core/embed/corpus/text_habits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string_view>

#include "core/formats/json.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr double worth_telling = 0.01, mostly = 0.3;  // of the words of the text
constexpr std::size_t shown = 40;                     // bytes of an example
constexpr std::size_t least_word = 3;  // letters: the t of "don't" is none, the eau of "l'eau" is

// How often something comes, and the most frequent example with what it is compared with.
struct Found {
  std::uint64_t count = 0, most = 0;
  std::string_view example, other;

  void add(std::uint64_t times, std::string_view word, std::string_view beside = {}) {
    count += times;
    if (times <= most) return;
    most = times;
    example = word;
    other = beside;
  }
};

bool is_sign(std::string_view character) {
  return class_of_character(character) == CharacterClass::other;
}

// Without the signs before and behind it; empty if it is nothing else.
std::string_view bare(std::string_view word) {
  const std::vector<std::string_view> all = characters(word);
  const auto first = std::find_if_not(all.begin(), all.end(), is_sign);
  if (first == all.end()) return {};
  const auto last = std::find_if_not(all.rbegin(), all.rend(), is_sign);
  const auto begin = static_cast<std::size_t>(first->data() - word.data());
  const auto end = static_cast<std::size_t>(last->data() - word.data()) + last->size();
  return word.substr(begin, end - begin);
}

// What stands behind the first apostrophe, if it is long enough for a word.
std::string_view behind_apostrophe(std::string_view word) {
  const std::size_t at = word.find('\'');
  if (at == std::string_view::npos || at == 0) return {};
  const std::string_view rest = word.substr(at + 1);
  return characters(rest).size() >= least_word ? rest : std::string_view();
}

bool is_stretch(std::string_view word) {
  const std::vector<std::string_view> all = characters(word);
  return all.size() > 1 && std::any_of(all.begin(), all.end(), is_without_spaces);
}

}  // namespace

std::vector<std::string> habits_of(const CountedWords& words, const WordOptions& options,
                                   const std::string& name) {
  if (options.unit != WordOptions::Unit::words) return {};
  Found stretches, with_signs, elided;
  for (std::size_t i = 0; i < words.words.size(); ++i) {
    const std::string_view word = words.words[i];
    const std::uint64_t count = words.counts[i];
    if (is_stretch(word)) stretches.add(count, word);
    if (options.signs == WordOptions::Signs::keep) {
      const std::string_view plain = bare(word);
      const bool signs = !plain.empty() && plain.size() < word.size();
      if (signs && words.words.find(plain) >= 0) with_signs.add(count, word, plain);
    }
    if (!options.elisions_apart) {
      const std::string_view rest = behind_apostrophe(word);
      if (!rest.empty() && words.words.find(rest) >= 0) elided.add(count, word, rest);
    }
  }
  const double all = static_cast<double>(
      std::accumulate(words.counts.begin(), words.counts.end(), std::uint64_t{0}));
  const auto share = [&](const Found& found) { return static_cast<double>(found.count) / all; };
  if (share(stretches) >= mostly) {
    return {fmt::format(
        "{}: has no spaces between words, so whole phrases such as “{}” count as one ({:.0f} % of "
        "the text); count characters or pieces of phrases instead (--tokens characters, --tokens "
        "pieces)",
        name, excerpt(stretches.example, shown), 100 * share(stretches))};
  }
  std::vector<std::string> notes;
  const auto tell = [&](const Found& found, std::string_view others, std::string_view remedy) {
    if (share(found) < worth_telling) return;
    notes.push_back(
        fmt::format("{}: “{}” and “{}” count as two words, as do others {} ({:.1f} % of "
                    "the text); {}",
                    name, excerpt(found.example, shown), excerpt(found.other, shown), others,
                    100 * share(found), remedy));
  };
  tell(with_signs, "with a sign on them",
       "let signs stand apart or be dropped to count them as one (--signs apart, --signs drop)");
  tell(elided, "after an apostrophe",
       "keep elisions apart to count them as one (--elisions apart)");
  return notes;
}

}  // namespace glassformer
