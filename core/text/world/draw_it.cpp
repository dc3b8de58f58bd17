#include <algorithm>

#include "core/text/world/draw.h"

namespace glassformer::world {

namespace {

const Classes animals{"animal"}, persons{"person"};
const Classes without_life{"text", "building", "opening", "way",  "thing",
                           "food", "meal",     "drink",   "place"};

bool said_of(const NounPhrase& phrase, const Adjective& adjective) {
  return std::ranges::any_of(phrase.adjectives, [&](const Described& d) {
    return d.adjective == &adjective || d.adjective->kind == adjective.kind;
  });
}

}  // namespace

// A noun that "it" can take up: one, and a certain one.
NounPhrase Drawing::known(const Noun& noun) {
  NounPhrase phrase;
  phrase.noun = &noun;
  phrase.id = fresh();
  phrase.determiner_id = fresh();
  const Determiner others[] = {Determiner::these, Determiner::my, Determiner::his, Determiner::her,
                               Determiner::our};
  phrase.determiner = chance(60) ? Determiner::the : others[rng_.below(5)];
  if (chance(50)) describe(phrase);
  return phrase;
}

// Who does what. An animal with a thing, or at a place, lets "it" mean either; a person, or an
// animal alone, leaves one noun. False: this draw has no such nouns.
bool Drawing::choose_nouns(Clause& main, Sentence::It& it) {
  const int kind = rng_.below(100);
  const bool of_person = kind < 25, with_object = kind < 75;
  const Classes& actors = of_person ? persons : animals;
  main.verb = one_that(words_.verbs, [&](const Verb& verb) {
    const bool fits =
        with_object ? verb.kind == "object" : verb.kind == "alone" || verb.kind == "to";
    return fits && meet(verb.subjects, actors) &&
           (main.tense != Tense::past || !verb.en_past.empty()) &&
           (of_person || !with_object || meet(verb.objects, without_life));
  });
  main.subject = of_person
                     ? who(persons, false)
                     : known(*one_that(words_.nouns, [](const Noun& n) { return n.is("animal"); }));
  const NounPhrase* other = nullptr;
  if (with_object) {
    const Noun* const object = one_that(words_.nouns, [&](const Noun& n) {
      return meet(n.classes, main.verb->objects) && !n.is("person") &&
             (of_person || !n.is("animal"));
    });
    if (object == nullptr) return false;
    main.object = known(*object);
    other = &*main.object;
  } else if (main.verb->kind == "to" || chance(60)) {
    main.place = place(main.verb->kind == "to" ? "to" : "");
    main.place->where.plural = false;
    other = &main.place->where;
  }
  const bool of_other = of_person || (other != nullptr && chance(50));
  const NounPhrase& meant = of_other ? *other : main.subject;
  it.noun = meant.noun;
  it.noun_id = meant.id;
  if (!of_person && other != nullptr) {
    const NounPhrase& rival = of_other ? main.subject : *other;
    it.rival = rival.noun;
    it.rival_id = rival.id;
  }
  return true;
}

Sentence Drawing::sentence_with_it() {
  for (;;) {
    Sentence sentence;
    begin(sentence);
    Clause& main = sentence.main;
    number(main);
    const int when = rng_.below(100);
    main.tense = when < 30 ? Tense::present : when < 90 ? Tense::past : Tense::future;
    negate(main, 60);
    Sentence::It it;
    if (!choose_nouns(main, it)) continue;
    const NounPhrase& meant = main.subject.noun == it.noun                  ? main.subject
                              : main.object && main.object->noun == it.noun ? *main.object
                                                                            : main.place->where;
    const Adjective* const said = one_that(words_.adjectives, [&](const Adjective& a) {
      return a.predicate && !said_of(meant, a) && meet(a.classes, it.noun->classes) &&
             (it.rival == nullptr || !meet(a.classes, it.rival->classes));
    });
    if (said == nullptr) continue;
    Clause reason;
    number(reason);
    reason.tense = main.tense == Tense::past ? Tense::past : Tense::present;
    reason.subject.pronoun = Pronoun::it;
    reason.subject.noun = it.noun;
    reason.subject.id = it.pronoun = fresh();
    reason.predicate = said;
    reason.predicate_id = fresh();
    if (chance(40)) {
      reason.degree = &one_of(words_.degrees);
      reason.degree_id = fresh();
    }
    sentence.joint = Sentence::Joint::because;
    sentence.subordinate = std::move(reason);
    sentence.it = it;
    return sentence;
  }
}

}  // namespace glassformer::world
