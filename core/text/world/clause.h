#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/text/world/words.h"

// What a sentence says, before any language says it. Each part has a number of its own; the words
// that express the part in two languages share the number, and so the alignment is known.
namespace glassformer::world {

// 0: there is no such part. A phrase (Time) takes the numbers id + 1 … id + 9.
using Id = int;

enum class Pronoun { i, he, she, we, they, it };
enum class Determiner { the, a, some, these, my, his, her, our, number };

struct Clause;

struct Described {
  const Adjective* adjective = nullptr;
  Id id = 0;
};

struct NounPhrase {
  std::optional<Pronoun> pronoun;  // or a name, or a noun with all that follows
  const Name* name = nullptr;
  const Noun* noun = nullptr;  // of "it": what it means
  bool plural = false;
  Determiner determiner = Determiner::the;
  const Plain* number = nullptr;
  std::vector<Described> adjectives;        // in English order
  std::shared_ptr<const NounPhrase> owner;  // "of the king"
  std::shared_ptr<const Clause> relative;   // "who sees the dog"
  Id determiner_id = 0, id = 0, of_id = 0, who_id = 0;

  bool person() const;
  bool many() const;  // takes a verb in the plural
  bool speaker() const { return pronoun == Pronoun::i || pronoun == Pronoun::we; }
  Gender fr_gender() const;
};

struct Place {
  const Preposition* preposition = nullptr;
  NounPhrase where;
  Id id = 0;
};

struct Clause {
  NounPhrase subject;
  const Verb* verb = nullptr;  // none: "to be", with a predicate or a place
  Tense tense = Tense::present;
  bool negated = false, never = false;
  bool contracted = false;  // "didn't"
  std::optional<NounPhrase> object, recipient;
  const Adjective* predicate = nullptr;
  const Plain* degree = nullptr;  // "too tired"
  std::optional<Place> place;
  const Plain* adverb = nullptr;
  std::optional<Time> time;
  bool time_first = false;
  Id verb_id = 0, auxiliary_id = 0, not_id = 0, predicate_id = 0, degree_id = 0, adverb_id = 0,
     to_id = 0, time_id = 0;
};

struct Sentence {
  Clause main;
  enum class Joint { none, that, because } joint = Joint::none;
  std::optional<Clause> subordinate;
  Id joint_id = 0;
  // Where "it" is said: the parts it, its noun, and the other noun that it could mean (nullptr:
  // none).
  struct It {
    Id pronoun = 0;
    Id noun_id = 0, rival_id = 0;
    const Noun *noun = nullptr, *rival = nullptr;
  };
  std::optional<It> it;
  bool bare = false;  // as words: no capital at the start, no full stop
};

// A word with the numbers of the parts that it expresses.
struct Word {
  std::string text;
  std::vector<Id> ids;
};
using Line = std::vector<Word>;

Line in_english(const Sentence& sentence);
Line in_french(const Sentence& sentence);
Line in_german(const Sentence& sentence);

void append(Line& line, const Phrase& phrase, Id id);
void append(Line& line, Line more);
// a sound that French and English articles look at: a, e, i, o, u with any accent, œ; in French h
// as well, since the world has no word with an aspirated one
bool starts_with_vowel(const std::string& word, bool mute_h);

}  // namespace glassformer::world
