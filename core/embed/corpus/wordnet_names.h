#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/corpus/counted_words.h"
#include "core/embed/corpus/wordnet.h"

namespace glassformer {

// The capital of a country of one word, as they are called today: Madrid and Spain.
struct Capital {
  std::size_t city = 0, country = 0;  // sets
  std::string city_name, country_name;
};

// What the texts made of WordNet ask beyond what its files say: which words are met often enough to
// be told of, what is a country or a capital, and what each is called.
class WordNetNames {
 public:
  WordNetNames(const WordNet& wordnet, const WordNetTextOptions& options);

  // The words of a set that a text tells of: those that definitions and examples use three times,
  // everyday words, and the names of countries and of capitals.
  const std::vector<std::string>& told(std::size_t set) const { return told_[set]; }
  bool is_everyday(std::string_view word) const;
  // How often definitions and examples use it; in any letters.
  std::uint64_t uses(std::string_view word) const;
  // Whether they write it as a name most of the time, as "Turkey", and unlike "Man", an island.
  bool is_mostly_name(std::string_view word) const;

  bool is_instance(std::size_t set) const;  // Madrid, not "city"
  bool is_place(std::size_t set) const;     // an instance among the nouns of location
  bool is_country(std::size_t set) const;
  bool is_island(std::size_t set) const;  // or an archipelago
  bool is_national_capital(std::size_t set) const;
  bool is_capital(std::size_t set) const;  // of a country or a state
  bool is_held_out(std::size_t set) const;
  // What a text calls a set: a name of one word if there is one.
  const std::string& name(std::size_t set) const { return names_[set]; }
  // "Spanish" and "Spaniard" for Spain; empty if WordNet has none.
  const std::string& adjective(std::size_t country) const;
  const std::string& inhabitant(std::size_t country) const;

 private:
  bool uses_often(std::string_view phrase) const;
  bool is_an(std::size_t set, std::string_view kind) const;
  std::string name_of(std::size_t set) const;

  const WordNet& wordnet_;
  CountedWords used_, in_small_letters_;
  WordList everyday_;
  std::vector<bool> has_capital_, held_out_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> told_;
  std::map<std::size_t, std::string> adjectives_, inhabitants_;
};

// The capitals that WordNet puts into a country, both of one word; first those of the countries of
// which it tells most.
std::vector<Capital> capitals_of(const WordNet& wordnet, const WordNetNames& names);

bool is_one_word(std::string_view name);
bool says_capital(std::string_view text);
// Without what has three digits or more, and without a bracket that holds such: "Spanish explorer
// (1485-1547)" says no more to a word vector with its years.
std::string without_years(std::string_view definition);

}  // namespace glassformer
