#include "core/text/world/clause.h"

namespace glassformer::world {

namespace {

const char* pronoun(Pronoun who) {
  constexpr const char* words[] = {"I", "he", "she", "we", "they", "it"};
  return words[static_cast<int>(who)];
}

// `any`: stands behind a negation, which English shows at "some".
std::string determiner(const NounPhrase& phrase, bool any) {
  switch (phrase.determiner) {
    case Determiner::the:
      return "the";
    case Determiner::a:
      return "a";
    case Determiner::some:
      return any ? "any" : "some";
    case Determiner::these:
      return phrase.plural ? "these" : "this";
    case Determiner::my:
      return "my";
    case Determiner::his:
      return "his";
    case Determiner::her:
      return "her";
    case Determiner::our:
      return "our";
    case Determiner::number:
      return phrase.number->en;
  }
  return "";
}

Line clause(const Clause& said, bool relative);

Line noun_phrase(const NounPhrase& phrase, bool any = false) {
  if (phrase.pronoun) return {{pronoun(*phrase.pronoun), {phrase.id}}};
  if (phrase.name != nullptr) return {{phrase.name->text, {phrase.id}}};
  Line line{{determiner(phrase, any), {phrase.determiner_id}}};
  for (const Described& d : phrase.adjectives) line.push_back({d.adjective->en, {d.id}});
  line.push_back({phrase.plural ? phrase.noun->en_plural : phrase.noun->en, {phrase.id}});
  if (line[0].text == "a" && starts_with_vowel(line[1].text, false)) line[0].text = "an";
  if (phrase.owner) {
    line.push_back({"of", {phrase.of_id}});
    append(line, noun_phrase(*phrase.owner));
  }
  if (phrase.relative) {
    line.push_back({phrase.person() ? "who" : "that", {phrase.who_id}});
    append(line, clause(*phrase.relative, true));
  }
  return line;
}

std::string to_be(const NounPhrase& subject, Tense tense) {
  const bool many = subject.many();
  if (tense == Tense::past) return many ? "were" : "was";
  if (many) return "are";
  return subject.pronoun == Pronoun::i ? "am" : "is";
}

Word finite(const Clause& said) {
  const bool third = !said.subject.many() && said.subject.pronoun != Pronoun::i;
  const Verb& verb = *said.verb;
  const std::string text = said.tense == Tense::past ? verb.en_past
                           : third                   ? verb.en_third
                                                     : verb.en;
  return {text, {said.verb_id}};
}

// The verb with its helper, and between or before them what negates it or says how often.
Line verb_group(const Clause& said) {
  Line between;
  if (said.negated) between.push_back({said.never ? "never" : "not", {said.not_id}});
  if (said.adverb != nullptr) between.push_back({said.adverb->en, {said.adverb_id}});
  Line line;
  if (said.tense == Tense::future) {
    line.push_back({"will", {said.auxiliary_id}});
    append(line, between);
    line.push_back({said.verb == nullptr ? "be" : said.verb->en, {said.verb_id}});
  } else if (said.verb == nullptr) {
    line.push_back({to_be(said.subject, said.tense), {said.verb_id}});
    append(line, between);
  } else if (said.negated && !said.never) {
    const bool third = !said.subject.many() && said.subject.pronoun != Pronoun::i;
    const char* helper = said.tense == Tense::past ? "did" : third ? "does" : "do";
    if (said.contracted) {  // "didn't": the words "didn'" and "t" (core/text/words.h)
      line.push_back({std::string(helper) + "n'", {said.auxiliary_id}});
      between.front().text = "t";
    } else {
      line.push_back({helper, {said.auxiliary_id}});
    }
    append(line, between);
    line.push_back({said.verb->en, {said.verb_id}});
  } else {
    line = between;
    line.push_back(finite(said));
  }
  return line;
}

Line clause(const Clause& said, bool relative) {
  Line line;
  if (said.time && said.time_first) {
    append(line, said.time->en, said.time_id);
    line.push_back({",", {said.time_id}});
  }
  if (!relative) append(line, noun_phrase(said.subject));
  append(line, verb_group(said));
  if (said.degree != nullptr) line.push_back({said.degree->en, {said.degree_id}});
  if (said.predicate != nullptr) line.push_back({said.predicate->en, {said.predicate_id}});
  if (said.object) append(line, noun_phrase(*said.object, said.negated));
  if (said.recipient) {
    line.push_back({"to", {said.to_id}});
    append(line, noun_phrase(*said.recipient));
  }
  if (said.place) {
    line.push_back({said.place->preposition->en, {said.place->id}});
    append(line, noun_phrase(said.place->where));
  }
  if (said.time && !said.time_first) append(line, said.time->en, said.time_id);
  return line;
}

}  // namespace

Line in_english(const Sentence& sentence) {
  Line line = clause(sentence.main, false);
  if (sentence.subordinate) {
    const bool that = sentence.joint == Sentence::Joint::that;
    line.push_back({that ? "that" : "because", {sentence.joint_id}});
    append(line, clause(*sentence.subordinate, false));
  }
  return line;
}

}  // namespace glassformer::world
