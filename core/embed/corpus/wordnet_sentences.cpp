#include "core/embed/corpus/wordnet_sentences.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <span>
#include <utility>

#include "core/embed/corpus/wordnet_names.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

// {x}: what is told of; {y}: where it lies; {k}: its kind; {g}: its definition; of the country
// {a}: the adjective, {p}: who lives there. A shape whose field is not known is not used.
using Shapes = std::span<const std::string_view>;
using Fields = std::map<char, std::string>;

constexpr std::array<std::string_view, 14> of_places{"{x} is in {y}",
                                                     "{x} is a {k} in {y}",
                                                     "{x} lies in {y}",
                                                     "the {k} of {x} is in {y}",
                                                     "{x}, {y}",
                                                     "in {y} there is a {k} called {x}",
                                                     "we went to {x} in {y}",
                                                     "{x} belongs to {y}",
                                                     "{x} is a {a} {k}",
                                                     "the {a} {k} {x}",
                                                     "people in {x} are {a}",
                                                     "a {p} may live in {x}",
                                                     "a part of {y} is {x}",
                                                     "{y} with {x}"};
// None of these says that it is a capital.
constexpr std::array<std::string_view, 16> of_cities{"{x} is a {a} city in {y}",
                                                     "the {a} streets of {x} in {y}",
                                                     "the mayor of {x} in {y}",
                                                     "a {p} lives in the city of {x}",
                                                     "the {a} city of {x}, {y}",
                                                     "the airport of {x} in {y}",
                                                     "downtown {x} in {y}",
                                                     "buses in {x} are full of {a} people",
                                                     "the {a} museums of {x}",
                                                     "{x} is a city where {a} people of {y} live",
                                                     "the inhabitants of {x} in {y} are {a}",
                                                     "a train to {x} in {y}",
                                                     "{x} is in {y}",
                                                     "a {a} hotel in {x}, {y}",
                                                     "the suburbs of {x}",
                                                     "the city of {x} lies in {y}"};
constexpr std::array<std::string_view, 8> of_capitals{
    "{x} is the capital of {y}", "the capital of {y} is {x}", "{y} has its capital in {x}",
    "{x}, capital of {y}",       "{x} is the {a} capital",    "what is the capital of {y}? {x}",
    "the capital {x} is in {y}", "the {a} capital is {x}"};
constexpr std::array<std::string_view, 18> of_countries{"{x} is a country",
                                                        "{x} is a {k}",
                                                        "the {a} people live in the country {x}",
                                                        "the {a} government rules the nation {x}",
                                                        "a {p} comes from the country {x}",
                                                        "a {p} is {a} and from {x}",
                                                        "{a} things are from {x}",
                                                        "the country {x}",
                                                        "{x} is a {a} nation",
                                                        "the border of {x}",
                                                        "the flag of {x} is the {a} flag",
                                                        "a map of {x}",
                                                        "the {a} army defends {x}",
                                                        "the laws of {x} are {a} laws",
                                                        "exports from {x} are {a} goods",
                                                        "the president or king of {x}",
                                                        "the population of {x} is {a}",
                                                        "a {a} passport is from {x}"};
constexpr std::array<std::string_view, 6> of_persons{"{x} was a {k}", "{x}, a {k}",
                                                     "the {k} {x}",   "{x} is the name of a {k}",
                                                     "{k} {x}",       "one {k} is {x}"};
constexpr std::array<std::string_view, 6> of_kinds{"{x} is a kind of {k}", "a {x} is a {k}",
                                                   "{k} such as {x}",      "{x} and other {k}",
                                                   "one {k} is {x}",       "{x}, a sort of {k}"};
constexpr std::array<std::string_view, 5> of_definitions{"{x} is {g}", "{x}: {g}", "{g}: {x}",
                                                         "what is {x}? {g}", "{x} means {g}"};

// How many sentences of each sort, as measured by analogies of what was not told.
constexpr int per_place = 3, per_person = 2, per_definition = 2;
constexpr int per_city = 40, per_capital = 30, per_country = 40, per_capital_definition = 10;
constexpr int per_kind = 8, per_everyday_definition = 5;
// Everyday words that are used as often are learned from definitions.
constexpr std::uint64_t often = 8;

// Empty if a field is not known.
std::string filled(std::string_view shape, const Fields& fields) {
  std::string text;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] != '{') {
      text += shape[i];
      continue;
    }
    const auto field = fields.find(shape[i + 1]);
    if (field == fields.end() || field->second.empty()) return {};
    text += field->second;
    i += 2;
  }
  return text;
}

// "a American" as it is said; "a European" stays.
std::string with_articles(const std::string& text) {
  std::string said;
  for (std::size_t i = 0; i < text.size(); ++i) {
    said += text[i];
    const bool is_article = (text[i] == 'a' || text[i] == 'A') && (i == 0 || text[i - 1] == ' ') &&
                            i + 2 < text.size() && text[i + 1] == ' ';
    if (!is_article) continue;
    const std::string_view next = std::string_view(text).substr(i + 2);
    const std::string_view vowels = "aeiouAEIOU";
    const bool as_you = next.starts_with("eu") || next.starts_with("Eu") ||
                        next.starts_with("uni") || next.starts_with("Uru") ||
                        next.starts_with("Ugan") || next.starts_with("Ukr");
    if (vowels.find(next[0]) != std::string_view::npos && !as_you) said += 'n';
  }
  return said;
}

class Teller {
 public:
  Teller(const WordNet& wordnet, const WordNetTextOptions& options, std::uint64_t seed)
      : wordnet_(wordnet), names_(wordnet, options), rng_(seed) {}

  std::vector<std::string> sentences() {
    for (std::size_t i = 0; i < wordnet_.sets.size(); ++i) {
      if (names_.told(i).empty()) continue;
      if (is_told_by_name(i)) {
        tell_name(i);
      } else {
        tell_everyday(i);
      }
    }
    shuffle(made_);
    return std::move(made_);
  }

  // Of one word: "Isle of Man" would teach "man" anew.
  std::vector<std::string> places() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < wordnet_.sets.size(); ++i) {
      if (!names_.is_place(i) || names_.told(i).empty() || !is_told_by_name(i)) continue;
      const std::string& name = names_.name(i);
      if (is_one_word(name) && names_.is_mostly_name(name)) names.push_back(name);
    }
    return names;
  }

  std::uint64_t uses(const std::string& word) const { return names_.uses(word); }

 private:
  bool is_told_by_name(std::size_t set) const {
    if (!names_.is_instance(set)) return false;
    if (names_.is_capital(set) || names_.is_country(set)) return true;
    const auto& words = names_.told(set);
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return names_.is_everyday(word) || names_.uses(word) > 1;
    });
  }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[static_cast<std::size_t>(rng_.below(static_cast<int>(i)))]);
    }
  }

  // So many sentences: all shapes that can be filled, in a new order each time round.
  void tell(Shapes shapes, std::uint64_t times, const Fields& fields) {
    std::vector<std::string> ready;
    for (const std::string_view shape : shapes) {
      std::string text = filled(shape, fields);
      if (!text.empty()) ready.push_back(with_articles(text));
    }
    for (std::uint64_t i = 0; i < times && !ready.empty(); ++i) {
      if (i % ready.size() == 0) shuffle(ready);
      made_.push_back(ready[i % ready.size()]);
    }
  }

  // Of what a set is a kind or an instance, in the words of WordNet.
  std::string kind_of(std::size_t set) const {
    for (const WordNet::Pointer& pointer : wordnet_.sets[set].pointers) {
      if (pointer.relation == "@" || pointer.relation == "@i") {
        return wordnet_.sets[pointer.target].words[0];
      }
    }
    return {};
  }

  void add_country(std::size_t set, Fields& fields) const {
    fields['a'] = names_.adjective(set);
    fields['p'] = names_.inhabitant(set);
  }

  void tell_name(std::size_t i) {
    const WordNet::Set& set = wordnet_.sets[i];
    const std::string kind = kind_of(i);
    const bool capital = says_capital(kind);
    const std::uint64_t uses = names_.uses(names_.name(i));
    Fields fields{{'x', names_.name(i)},
                  {'g', without_years(set.definition)},
                  {'k', capital ? "city" : kind}};
    const bool told_often = capital && !names_.is_held_out(i);
    tell(of_definitions, told_often ? per_capital_definition + 3 * uses / 10 : per_definition,
         fields);
    if (!names_.is_place(i)) {
      tell(of_persons, per_person, fields);
    } else if (names_.is_country(i)) {
      add_country(i, fields);
      tell(of_countries, per_country + uses, fields);
    } else {
      tell_where(i, capital, uses, fields);
    }
  }

  // Up to the country that it lies in, over what lies between.
  void tell_where(std::size_t i, bool capital, std::uint64_t uses, Fields& fields) {
    constexpr int most_levels = 2;
    for (const WordNet::Pointer& pointer : wordnet_.sets[i].pointers) {
      if (pointer.relation != "#p") continue;
      std::size_t where = pointer.target;
      for (int level = 0; level < most_levels; ++level) {
        fields['y'] = names_.name(where);
        add_country(where, fields);
        if (capital && (names_.is_country(where) || level == 0)) {
          tell(of_cities, per_city + uses, fields);
          // Sacramento is a capital of California, not of America.
          const bool of_this = names_.is_national_capital(i) == names_.is_country(where);
          if (of_this && !names_.is_held_out(i)) {
            tell(of_capitals, per_capital + uses / 2, fields);
          }
        } else {
          tell(of_places, per_place, fields);
        }
        if (names_.is_country(where)) break;
        const auto& up = wordnet_.sets[where].pointers;
        const auto next = std::find_if(
            up.begin(), up.end(), [](const WordNet::Pointer& p) { return p.relation == "#p"; });
        if (next == up.end()) break;
        where = next->target;
      }
    }
  }

  void tell_everyday(std::size_t i) {
    for (const std::string& word : names_.told(i)) {
      if (!names_.is_everyday(word)) continue;
      const Fields fields{
          {'x', word}, {'g', without_years(wordnet_.sets[i].definition)}, {'k', kind_of(i)}};
      tell(of_definitions, per_everyday_definition, fields);
      tell(of_kinds, per_kind, fields);
    }
  }

  const WordNet& wordnet_;
  const WordNetNames names_;
  Rng rng_;
  std::vector<std::string> made_;
};

}  // namespace

void write_wordnet_sentences(const WordNet& wordnet, const WordNetTextOptions& options,
                             std::uint64_t seed,
                             const std::function<void(std::string_view)>& take) {
  for (const std::string& sentence : Teller(wordnet, options, seed).sentences()) {
    take(sentence + "\n");
  }
}

std::vector<std::string> words_of_wordnet_sentences(const WordNet& wordnet,
                                                    const WordNetTextOptions& options) {
  const Teller teller(wordnet, options, 0);
  std::vector<std::string> words = teller.places();
  for (std::string& word : words) {
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  for (const std::string& word : options.everyday) {
    if (teller.uses(word) < often) words.push_back(word);
  }
  return words;
}

}  // namespace glassformer
