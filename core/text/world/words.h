#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

// The words of the small world, as assets/world/*.tsv lists them; assets/world/README.md says what
// each column means.
namespace glassformer::world {

enum class Gender { masculine, feminine, neuter };
enum class Case { nominative, accusative, dative, genitive };
enum class Tense { present, past, future };

// What a noun is ("person", "food" …) and what an adjective or a verb goes with.
using Classes = std::vector<std::string>;
bool meet(const Classes& a, const Classes& b);  // one class in both

struct Noun {
  std::string en, en_plural;  // no plural: what is not counted ("bread"), and places
  Classes classes;
  std::string fr, fr_plural;
  Gender fr_gender = Gender::masculine;
  std::string de, de_plural;
  Gender de_gender = Gender::masculine;
  std::string de_genitive, de_oblique;  // singular; oblique: accusative and dative
  Classes prepositions;                 // that make a place of it
  bool is(std::string_view name) const;
};

struct Adjective {
  std::string en;
  std::string fr_m, fr_f, fr_m_plural, fr_f_plural, fr_m_vowel;
  bool fr_before = false;  // stands before the noun in French
  std::string de, de_stem;
  std::string kind;  // size, quality, colour
  Classes classes;
  bool predicate = false;  // "the book is …"
};

struct Verb {
  std::string en, en_third, en_past;  // no past: only used in the present
  std::string kind;                   // alone, to, object, giving, that
  Classes subjects, objects;
  std::string fr_je, fr_il, fr_nous, fr_ils, fr_participle, fr_infinitive;
  bool fr_etre = false;  // the past is made with être
  std::string de_ich, de_er, de_infinitive, de_participle;
  bool de_sein = false;  // the past is made with sein
  Case de_case = Case::accusative;
};

struct Name {
  std::string text;
  Gender gender = Gender::masculine;
};

struct Preposition {
  std::string en;
  std::vector<std::string> fr;
  std::string de;
  Case de_case = Case::dative;
  Classes objects;  // of persons and animals ("with"); empty: places
};

// A word of a fixed phrase; the numbers say which words of the other languages it stands for.
struct PhraseWord {
  std::string text;
  std::vector<int> meanings;
};
using Phrase = std::vector<PhraseWord>;

struct Time {
  Phrase en, fr, de;
  Tense tense = Tense::present;
};

struct Plain {  // adverbs, degrees, months, numbers: one word in each language
  std::string en, fr, de;
};

struct Words {
  std::vector<Noun> nouns;
  std::vector<Adjective> adjectives;
  std::vector<Verb> verbs;
  std::vector<Name> names;
  std::vector<Preposition> prepositions;
  std::vector<Time> times;
  std::vector<Plain> adverbs, degrees, months, numbers;

  const Preposition& preposition(std::string_view en) const;  // UserError if there is none
};

// Reads the folder's tables. Throws UserError: file, line and what is wrong.
Words read_words(const std::filesystem::path& folder);

}  // namespace glassformer::world
