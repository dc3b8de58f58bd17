#include "core/embed/corpus/wordnet_names.h"

#include <algorithm>
#include <array>

#include "core/embed/corpus/word_splitter.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr std::uint64_t used_often = 3;
constexpr std::size_t of_places = 15, of_people = 18;  // the lexicographers' files

// Cut as the trainings are to cut the text.
constexpr WordOptions cut{true, WordOptions::Signs::drop, false};
constexpr WordOptions as_written{false, WordOptions::Signs::drop, false};

// Where WordNet puts another name first, or its definitions use an older one.
constexpr std::array<std::string_view, 7> called_today{"Ankara",   "Warsaw",   "Kiev",  "Beirut",
                                                       "Damascus", "Brussels", "Tehran"};

class Words : public WordSplitter::Taker {
 public:
  explicit Words(std::vector<std::string>& to) : to_(to) {}
  void word(std::string_view word) override { to_.emplace_back(word); }
  void sentence_end() override {}

 private:
  std::vector<std::string>& to_;
};

std::vector<std::string> words_of(std::string_view text, const WordOptions& options = cut) {
  std::vector<std::string> words;
  Words taker(words);
  WordSplitter splitter(options);
  splitter.feed(text, taker);
  splitter.finish(taker);
  return words;
}

std::uint64_t count_in(const CountedWords& counted, std::string_view word) {
  const std::vector<std::string> one = words_of(word);
  const int id = one.size() == 1 ? counted.words.find(one[0]) : -1;
  return id < 0 ? 0 : counted.counts[static_cast<std::size_t>(id)];
}

}  // namespace

bool is_one_word(std::string_view name) {
  return name.find_first_of(" -.'") == std::string_view::npos;
}

bool says_capital(std::string_view text) {
  return text.find("capital") != std::string_view::npos;
}

std::string without_years(std::string_view definition) {
  const auto is_year = [](std::string_view word) {
    return std::count_if(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; }) > 2;
  };
  std::string kept;
  for (std::size_t at = 0; at < definition.size();) {
    std::size_t end = definition.find_first_of(" (", at + 1);
    if (definition[at] == '(' || definition.substr(at).starts_with(" (")) {
      const std::size_t close = definition.find(')', at);
      end = close == std::string_view::npos ? definition.size() : close + 1;
    }
    const std::string_view piece = definition.substr(at, std::min(end, definition.size()) - at);
    if (!is_year(piece)) kept += piece;
    at += piece.size();
  }
  return kept;
}

WordNetNames::WordNetNames(const WordNet& wordnet, const WordNetTextOptions& options)
    : wordnet_(wordnet), has_capital_(wordnet.sets.size()), held_out_(wordnet.sets.size()) {
  const std::size_t sets = wordnet.sets.size();
  for (std::size_t i = 0; i < sets; ++i) {
    if (!is_national_capital(i)) continue;
    // Tokyo lies in Japan, and on Honshu, which is no country for it.
    const auto& pointers = wordnet.sets[i].pointers;
    const bool in_country = std::any_of(pointers.begin(), pointers.end(), [&](const auto& p) {
      return p.relation == "#p" && is_country(p.target);
    });
    for (const WordNet::Pointer& pointer : pointers) {
      if (pointer.relation == "#p" && !in_country) has_capital_[pointer.target] = true;
    }
  }
  const auto count = [&](std::string_view text) {
    for (const std::string& written : words_of(text, as_written)) {
      const std::string word = lower_case(written);
      used_.count(word);
      if (word == written) in_small_letters_.count(word);
    }
  };
  for (const WordNet::Set& set : wordnet.sets) {
    count(set.definition);
    for (const std::string& example : set.examples) count(example);
  }
  for (const std::string& word : options.everyday) everyday_.add(word);
  for (const std::size_t set : options.held_out) held_out_[set] = true;
  for (std::size_t i = 0; i < sets; ++i) names_.push_back(name_of(i));
  told_.resize(sets);
  for (std::size_t i = 0; i < sets; ++i) {
    const bool named = is_place(i) && (is_capital(i) || is_country(i) || is_island(i));
    for (const std::string& word : wordnet.sets[i].words) {
      if (held_out_[i] && says_capital(word)) continue;
      if ((named && word == names_[i]) || is_everyday(word) || uses_often(word)) {
        told_[i].push_back(word);
      }
    }
    for (const WordNet::Pointer& pointer : wordnet.sets[i].pointers) {
      const WordNet::Set& target = wordnet.sets[pointer.target];
      if (target.file != of_places) continue;
      const std::size_t word = pointer.of > 0 ? pointer.of - 1 : 0;
      if (pointer.relation == "\\")
        adjectives_.emplace(pointer.target, wordnet.sets[i].words[word]);
      if (pointer.relation == "#m" && wordnet.sets[i].file == of_people) {
        inhabitants_.emplace(pointer.target, wordnet.sets[i].words[0]);
      }
    }
  }
}

bool WordNetNames::is_everyday(std::string_view word) const {
  const std::vector<std::string> one = words_of(word);
  return one.size() == 1 && everyday_.find(one[0]) >= 0;
}

std::uint64_t WordNetNames::uses(std::string_view word) const {
  return count_in(used_, word);
}

bool WordNetNames::is_mostly_name(std::string_view word) const {
  return 2 * count_in(in_small_letters_, word) <= count_in(used_, word);
}

bool WordNetNames::uses_often(std::string_view phrase) const {
  const std::vector<std::string> words = words_of(phrase);
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    const int id = used_.words.find(word);
    return id >= 0 && used_.counts[static_cast<std::size_t>(id)] >= used_often;
  });
}

bool WordNetNames::is_instance(std::size_t set) const {
  const auto& pointers = wordnet_.sets[set].pointers;
  return std::any_of(pointers.begin(), pointers.end(),
                     [](const WordNet::Pointer& p) { return p.relation == "@i"; });
}

bool WordNetNames::is_place(std::size_t set) const {
  return wordnet_.sets[set].file == of_places && is_instance(set);
}

bool WordNetNames::is_an(std::size_t set, std::string_view kind) const {
  for (const WordNet::Pointer& pointer : wordnet_.sets[set].pointers) {
    if (pointer.relation != "@i") continue;
    const auto& words = wordnet_.sets[pointer.target].words;
    if (std::find(words.begin(), words.end(), kind) != words.end()) return true;
  }
  return false;
}

// "European country" is a kind of its own; an island is a country where a national capital lies.
bool WordNetNames::is_country(std::size_t set) const {
  for (const WordNet::Pointer& pointer : wordnet_.sets[set].pointers) {
    if (pointer.relation != "@i") continue;
    for (const std::string& kind : wordnet_.sets[pointer.target].words) {
      if (kind == "country" || kind.ends_with(" country") || kind == "kingdom") return true;
    }
  }
  return has_capital_[set] && is_island(set);
}

bool WordNetNames::is_island(std::size_t set) const {
  return is_an(set, "island") || is_an(set, "archipelago");
}

bool WordNetNames::is_national_capital(std::size_t set) const {
  return is_an(set, "national capital");
}

bool WordNetNames::is_capital(std::size_t set) const {
  return is_national_capital(set) || is_an(set, "state capital");
}

bool WordNetNames::is_held_out(std::size_t set) const {
  return held_out_[set];
}

std::string WordNetNames::name_of(std::size_t set) const {
  const auto& words = wordnet_.sets[set].words;
  std::string best;
  for (const std::string& word : words) {
    if (std::find(called_today.begin(), called_today.end(), word) != called_today.end())
      return word;
  }
  for (const std::string& word : words) {
    if (!is_one_word(word) || says_capital(word)) continue;
    if (best.empty() || (uses(best) == 0 && uses(word) > 0)) best = word;
  }
  if (!best.empty()) return best;
  for (const std::string& word : words) {
    if (!says_capital(word)) return word;
  }
  return words.empty() ? std::string() : words[0];
}

const std::string& WordNetNames::adjective(std::size_t country) const {
  static const std::string none;
  const auto found = adjectives_.find(country);
  return found == adjectives_.end() ? none : found->second;
}

const std::string& WordNetNames::inhabitant(std::size_t country) const {
  static const std::string none;
  const auto found = inhabitants_.find(country);
  return found == inhabitants_.end() ? none : found->second;
}

std::vector<Capital> capitals_of(const WordNet& wordnet, const WordNetNames& names) {
  std::vector<Capital> capitals;
  for (std::size_t i = 0; i < wordnet.sets.size(); ++i) {
    if (!names.is_national_capital(i)) continue;
    for (const WordNet::Pointer& pointer : wordnet.sets[i].pointers) {
      if (pointer.relation != "#p" || !names.is_country(pointer.target)) continue;
      const std::string& city = names.name(i);
      const std::string& country = wordnet.sets[pointer.target].words[0];
      if (is_one_word(city) && is_one_word(country) && city != country && !says_capital(city)) {
        capitals.push_back({i, pointer.target, city, country});
      }
    }
  }
  const auto told = [&](const Capital& c) { return wordnet.sets[c.country].pointers.size(); };
  std::stable_sort(capitals.begin(), capitals.end(),
                   [&](const Capital& a, const Capital& b) { return told(a) > told(b); });
  return capitals;
}

}  // namespace glassformer
