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

// A capital and its country, both with a name of one word: Madrid and Spain.
struct Capital {
  std::size_t city = 0, country = 0;  // sets
  std::string city_name, country_name;
};

// What is needed to make texts from WordNet, beyond its files: which words are frequent enough to
// come in, which sets are countries or capitals, and what each of these is called.
class WordNetNames {
 public:
  WordNetNames(const WordNet& wordnet, const WordNetTextOptions& options);

  // The words of a set that a text tells of: those that definitions and examples use three times,
  // everyday words, and the names of countries and of capitals.
  const std::vector<std::string>& told(std::size_t set) const { return told_[set]; }
  bool is_everyday(std::string_view word) const;
  // How often definitions and examples use it; in any letters.
  std::uint64_t uses(std::string_view word) const;
  // Whether at least half of its uses there begin with a capital letter: true of "Turkey", not of
  // "Man", which is an island too.
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

// The capitals that WordNet places in a country, where both have a name of one word. Those of the
// countries with the most relations come first.
std::vector<Capital> capitals_of(const WordNet& wordnet, const WordNetNames& names);

bool is_one_word(std::string_view name);
bool says_capital(std::string_view text);
// Without words of three digits or more, and without brackets that hold one, such as the years of
// a life: word vectors learn nothing from them.
std::string without_years(std::string_view definition);

}  // namespace glassformer
