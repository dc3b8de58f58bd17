#include "core/text/world/draw.h"

#include <algorithm>

namespace glassformer::world {

namespace {

const Classes animate{"person", "animal"}, persons{"person"}, places{"place"};
const Classes things{"text", "building", "opening", "way", "thing", "food", "meal", "drink"};

bool counted(const Noun& noun) {
  return !noun.en_plural.empty();
}

bool mass(const Noun& noun) {
  return noun.is("meal") || noun.is("drink");
}

bool has(const Classes& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace

void Drawing::describe(NounPhrase& phrase) {
  if (chance(45)) return;
  const Adjective* first = one_that(
      words_.adjectives, [&](const Adjective& a) { return meet(a.classes, phrase.noun->classes); });
  if (first == nullptr) return;
  // English puts size and age before colour: "the small black cat".
  if (first->kind == "size" && chance(25)) {
    const Adjective* colour = one_that(words_.adjectives, [&](const Adjective& a) {
      return a.kind == "colour" && meet(a.classes, phrase.noun->classes);
    });
    phrase.adjectives.push_back({first, fresh()});
    if (colour != nullptr) phrase.adjectives.push_back({colour, fresh()});
  } else {
    phrase.adjectives.push_back({first, fresh()});
  }
}

// A noun with its determiner, adjectives and owner.
NounPhrase Drawing::phrase(Role role, const Classes& classes) {
  NounPhrase phrase;
  phrase.noun = one_that(words_.nouns, [&](const Noun& noun) {
    return meet(noun.classes, classes) && (role != Role::subject || counted(noun));
  });
  phrase.id = fresh();
  phrase.determiner_id = fresh();
  const bool countable = counted(*phrase.noun);
  phrase.plural = countable && chance(35);
  const int draw = rng_.below(100);
  if (draw < 45 || role == Role::owner) {
    phrase.determiner = Determiner::the;
  } else if (draw < 60) {
    const Determiner possessives[] = {Determiner::my, Determiner::his, Determiner::her,
                                      Determiner::our};
    phrase.determiner = possessives[rng_.below(4)];
  } else if (draw < 70 || role == Role::place) {
    phrase.determiner = Determiner::these;
  } else if (mass(*phrase.noun)) {
    phrase.determiner = role == Role::object ? Determiner::some : Determiner::the;
  } else if (!phrase.plural) {
    phrase.determiner = countable ? Determiner::a : Determiner::the;
  } else if (draw < 85) {
    phrase.determiner = Determiner::some;
  } else {
    phrase.determiner = Determiner::number;
    phrase.number = &one_of(words_.numbers);
  }
  if (role == Role::owner) return phrase;
  describe(phrase);
  if (phrase.determiner == Determiner::the && !mass(*phrase.noun) && role != Role::place &&
      chance(15)) {
    phrase.of_id = fresh();
    phrase.owner = std::make_shared<NounPhrase>(chance(25) ? who(persons, true)
                                                           : this->phrase(Role::owner, persons));
    if (phrase.owner->noun == phrase.noun) phrase.owner = nullptr;
  }
  return phrase;
}

// Who can act: a pronoun, a name, or a noun.
NounPhrase Drawing::who(const Classes& classes, bool no_pronoun) {
  NounPhrase who;
  const int draw = rng_.below(100);
  if (has(classes, "person") && (no_pronoun || draw < 40)) {
    who.id = fresh();
    if (no_pronoun || draw >= 25) {
      const Name& name = one_of(words_.names);
      who.name = &name;
    } else {
      who.pronoun = static_cast<Pronoun>(rng_.below(5));
    }
    return who;
  }
  return phrase(Role::subject, classes);
}

Place Drawing::place_of(const Noun& noun, const std::string& preposition) {
  Place place{&words_.preposition(preposition), {}, fresh()};
  place.where.noun = &noun;
  place.where.id = fresh();
  place.where.determiner_id = fresh();
  place.where.plural = counted(noun) && preposition != "in" && chance(15);
  if (chance(25)) {
    place.where.determiner = chance(50) ? Determiner::these : Determiner::my;
  } else if (counted(noun) && !place.where.plural && chance(20)) {
    place.where.determiner = Determiner::a;
  }
  describe(place.where);
  return place;
}

Place Drawing::place(const std::string& preposition) {
  if (preposition == "with" || preposition == "without") {
    Place with{&words_.preposition(preposition), {}, fresh()};
    with.where = chance(40) ? who(persons, true) : phrase(Role::place, animate);
    return with;
  }
  const Noun* noun = one_that(words_.nouns, [&](const Noun& n) {
    return preposition.empty() ? !n.prepositions.empty() && n.prepositions != Classes{"to"}
                               : has(n.prepositions, preposition);
  });
  std::string chosen = preposition;
  while (chosen.empty() || (chosen == "to" && preposition.empty()))
    chosen = one_of(noun->prepositions);
  return place_of(*noun, chosen);
}

Time Drawing::date() {
  const Plain& month = one_of(words_.months);
  const std::string day = std::to_string(2 + rng_.below(27));
  return {{{"on", {1}}, {month.en, {3}}, {day, {2}}},
          {{"le", {1}}, {day, {2}}, {month.fr, {3}}},
          {{"am", {1}}, {day, {2}}, {".", {2}}, {month.de, {3}}},
          Tense::past};
}

void Drawing::fill_to_be(Clause& clause) {
  clause.subject = chance(70) ? who(animate, false) : phrase(Role::subject, things);
  const NounPhrase& subject = clause.subject;
  const bool movable =
      subject.noun == nullptr || !meet(subject.noun->classes, {"building", "opening", "way"});
  if (movable && chance(30)) {
    do {
      clause.place = place("");
    } while (clause.place->where.noun == subject.noun);
    return;
  }
  const Classes classes = subject.noun != nullptr ? subject.noun->classes : Classes{"person"};
  clause.predicate_id = fresh();
  clause.predicate = one_that(words_.adjectives, [&](const Adjective& a) {
    // "I am happy": French would have to know who speaks.
    const bool agrees = !subject.speaker() || a.fr_m == a.fr_f;
    const bool said = std::any_of(
        subject.adjectives.begin(), subject.adjectives.end(),
        [&](const Described& d) { return d.adjective == &a || d.adjective->kind == a.kind; });
    return a.predicate && agrees && !said && meet(a.classes, classes);
  });
  if (clause.predicate == nullptr) {
    clause.place = place("in");
  } else if (chance(20)) {
    clause.degree = &one_of(words_.degrees);
    clause.degree_id = fresh();
  }
}

void Drawing::fill_verb(Clause& clause) {
  clause.verb = one_that(words_.verbs, [&](const Verb& verb) {
    return verb.kind != "that" && (clause.tense != Tense::past || !verb.en_past.empty());
  });
  const Verb& verb = *clause.verb;
  do {
    clause.subject = who(verb.subjects, false);
  } while (verb.fr_etre && clause.tense == Tense::past && clause.subject.speaker());
  if (verb.kind == "object" || verb.kind == "giving") {
    do {
      clause.object = phrase(Role::object, verb.objects);
    } while (clause.never && (clause.object->determiner == Determiner::a ||
                              clause.object->determiner == Determiner::some));
  }
  if (verb.kind == "object" && meet(verb.objects, persons) && chance(12))
    clause.object = who(persons, true);
  if (verb.kind == "giving") {
    clause.to_id = fresh();
    clause.recipient = chance(30) ? who(persons, true) : phrase(Role::recipient, persons);
  }
  if (verb.kind == "to") clause.place = place("to");
  if (verb.kind == "alone" && chance(55)) {
    clause.place = place(chance(30) ? (chance(65) ? "with" : "without") : "");
  }
  if (verb.kind == "object" && verb.de_case == Case::accusative && chance(12))
    clause.place = place("in");
}

void Drawing::fill_circumstances(Clause& clause) {
  if (!clause.negated && chance(12)) {
    clause.adverb = &one_of(words_.adverbs);
    clause.adverb_id = fresh();
    return;
  }
  if (!chance(35)) return;
  clause.time_id = fresh();
  if (clause.tense != Tense::present && chance(25)) {
    clause.time = date();
  } else {
    clause.time = *one_that(words_.times, [&](const Time& t) { return t.tense == clause.tense; });
  }
  clause.time_first = chance(40);
}

void Drawing::number(Clause& clause) {
  clause.verb_id = fresh();
  clause.auxiliary_id = fresh();
  clause.not_id = fresh();
}

void Drawing::negate(Clause& clause, int percent) {
  clause.negated = chance(percent);
  clause.never = clause.negated && chance(25);
  clause.contracted = clause.negated && !clause.never && chance(30);
}

Clause Drawing::clause(bool in_relative) {
  Clause clause;
  number(clause);
  const int when = rng_.below(100);
  clause.tense = when < 45 ? Tense::present : when < 80 ? Tense::past : Tense::future;
  if (!in_relative) negate(clause, 18);
  if (!in_relative && chance(25)) {
    fill_to_be(clause);
  } else {
    fill_verb(clause);
  }
  if (in_relative) return clause;
  fill_circumstances(clause);
  NounPhrase& subject = clause.subject;
  if (subject.noun != nullptr && meet(subject.noun->classes, animate) && !subject.owner &&
      subject.determiner == Determiner::the && chance(20)) {
    auto relative = std::make_shared<Clause>(this->clause(true));
    relative->subject = subject;
    const bool fits = meet(relative->verb->subjects, subject.noun->classes) && !relative->recipient;
    subject.who_id = fresh();
    if (fits) subject.relative = std::move(relative);
  }
  return clause;
}

void Drawing::begin(Sentence& sentence) {
  last_ = 0;
  sentence.bare = chance(25);
  sentence.joint_id = fresh();
}

Sentence Drawing::sentence() {
  if (chance(18)) return sentence_with_it();
  Sentence sentence;
  begin(sentence);
  const int kind = rng_.below(100);
  if (kind < 14) {
    Clause& main = sentence.main;
    main.verb_id = fresh();
    main.verb = one_that(words_.verbs, [](const Verb& verb) { return verb.kind == "that"; });
    main.subject = who(main.verb->subjects, false);
    sentence.joint = Sentence::Joint::that;
    sentence.subordinate = clause(false);
  } else if (kind < 28) {
    sentence.main = clause(false);
    sentence.joint = Sentence::Joint::because;
    sentence.subordinate = clause(false);
  } else {
    sentence.main = clause(false);
  }
  if (sentence.subordinate) sentence.subordinate->time_first = false;
  return sentence;
}

}  // namespace glassformer::world
