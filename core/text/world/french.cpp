#include <algorithm>
#include <array>

#include "core/text/world/clause.h"

namespace glassformer::world {

namespace {

bool feminine(const NounPhrase& phrase) {
  return phrase.fr_gender() == Gender::feminine;
}

bool vowel(const std::string& word) {
  return starts_with_vowel(word, true);
}

std::string form(const Adjective& adjective, bool feminine, bool plural) {
  if (plural) return feminine ? adjective.fr_f_plural : adjective.fr_m_plural;
  return feminine ? adjective.fr_f : adjective.fr_m;
}

const char* pronoun(const NounPhrase& phrase) {
  if (phrase.pronoun == Pronoun::it) return feminine(phrase) ? "elle" : "il";
  constexpr const char* words[] = {"je", "il", "elle", "nous", "ils"};
  return words[static_cast<int>(*phrase.pronoun)];
}

std::string possessive(const char* stem, const NounPhrase& phrase, const std::string& next) {
  if (phrase.plural) return std::string(stem) + "es";
  return std::string(stem) + (feminine(phrase) && !vowel(next) ? "a" : "on");
}

// The words before the adjectives and the noun; `next` is the first of these. `none`: behind a
// negation "un", "du", "des" become "de" (Grevisse, Le Bon Usage).
std::vector<std::string> determiner(const NounPhrase& phrase, const std::string& next,
                                    bool adjective_next, bool none) {
  const bool f = feminine(phrase);
  switch (phrase.determiner) {
    case Determiner::the:
      return {phrase.plural ? "les" : f ? "la" : "le"};
    case Determiner::a:
      return {none ? "de" : f ? "une" : "un"};
    case Determiner::some:
      if (none || (phrase.plural && adjective_next)) return {"de"};
      if (phrase.plural) return {"des"};
      return {"de", f ? "la" : "le"};  // contracted below
    case Determiner::these:
      return {phrase.plural ? "ces" : f ? "cette" : vowel(next) ? "cet" : "ce"};
    case Determiner::my:
      return {possessive("m", phrase, next)};
    case Determiner::his:
    case Determiner::her:
      return {possessive("s", phrase, next)};
    case Determiner::our:
      return {phrase.plural ? "nos" : "notre"};
    case Determiner::number:
      return {phrase.number->fr};
  }
  return {};
}

Line clause(const Clause& said, const NounPhrase* subject_of_relative);

Line noun_phrase(const NounPhrase& phrase, bool none = false) {
  if (phrase.pronoun) return {{pronoun(phrase), {phrase.id}}};
  if (phrase.name != nullptr) return {{phrase.name->text, {phrase.id}}};
  Line core;
  for (const Described& d : phrase.adjectives) {
    if (!d.adjective->fr_before) continue;
    core.push_back({form(*d.adjective, feminine(phrase), phrase.plural), {d.id}});
  }
  const bool adjective_next = !core.empty();
  core.push_back({phrase.plural ? phrase.noun->fr_plural : phrase.noun->fr, {phrase.id}});
  for (const Described& d : phrase.adjectives) {
    const std::string& before_vowel = d.adjective->fr_m_vowel;
    if (!d.adjective->fr_before) {
      core.push_back({form(*d.adjective, feminine(phrase), phrase.plural), {d.id}});
    } else if (!phrase.plural && !feminine(phrase) && !before_vowel.empty() && core.size() > 1 &&
               vowel(core[1].text)) {
      core[0].text = before_vowel;  // un vieil homme
    }
  }
  Line line;
  for (std::string& word : determiner(phrase, core[0].text, adjective_next, none)) {
    line.push_back({std::move(word), {phrase.determiner_id}});
  }
  append(line, core);
  if (phrase.owner) {
    line.push_back({"de", {phrase.of_id}});
    append(line, noun_phrase(*phrase.owner));
  }
  if (phrase.relative) {
    line.push_back({"qui", {phrase.who_id}});
    append(line, clause(*phrase.relative, &phrase));
  }
  return line;
}

// je, il, nous, ils
using Forms = std::array<const char*, 4>;
constexpr Forms avoir{"ai", "a", "avons", "ont"}, etre{"suis", "est", "sommes", "sont"},
    was{"étais", "était", "étions", "étaient"}, aller{"vais", "va", "allons", "vont"};

std::size_t person(const NounPhrase& subject) {
  if (subject.speaker()) return subject.many() ? 2 : 0;
  return subject.many() ? 3 : 1;
}

std::string present(const Verb& verb, std::size_t person) {
  const std::string* forms[] = {&verb.fr_je, &verb.fr_il, &verb.fr_nous, &verb.fr_ils};
  return *forms[person];
}

std::string participle(const Verb& verb, const NounPhrase& subject) {
  std::string text = verb.fr_participle;
  if (verb.fr_etre && feminine(subject)) text += "e";
  if (verb.fr_etre && subject.many()) text += "s";
  return text;
}

Line verb_group(const Clause& said, const NounPhrase& subject) {
  const std::size_t who = person(subject);
  Word first, second;  // finite, and participle or infinitive
  const std::vector<Id> helper{said.auxiliary_id};
  if (said.tense == Tense::future) {
    first = {aller[who], helper};
    second = {said.verb == nullptr ? "être" : said.verb->fr_infinitive, {said.verb_id}};
  } else if (said.verb == nullptr) {
    first = {said.tense == Tense::past ? was[who] : etre[who], {said.verb_id}};
  } else if (said.tense == Tense::past) {
    // "did not see" has a helper that "a" stands for; "saw" is both words in one.
    const bool did = said.negated && !said.never;
    first = {said.verb->fr_etre ? etre[who] : avoir[who], did ? helper : std::vector{said.verb_id}};
    second = {participle(*said.verb, subject), {said.verb_id}};
  } else {
    first = {present(*said.verb, who), {said.verb_id}};
  }
  Line line;
  if (said.negated) line.push_back({"ne", {said.not_id}});
  line.push_back(std::move(first));
  if (said.negated) line.push_back({said.never ? "jamais" : "pas", {said.not_id}});
  if (said.adverb != nullptr) line.push_back({said.adverb->fr, {said.adverb_id}});
  if (!second.text.empty()) line.push_back(std::move(second));
  return line;
}

Line clause(const Clause& said, const NounPhrase* subject_of_relative) {
  const NounPhrase& subject = subject_of_relative != nullptr ? *subject_of_relative : said.subject;
  Line line;
  if (said.time && said.time_first) {
    append(line, said.time->fr, said.time_id);
    line.push_back({",", {said.time_id}});
  }
  if (subject_of_relative == nullptr) append(line, noun_phrase(subject));
  append(line, verb_group(said, subject));
  if (said.degree != nullptr) line.push_back({said.degree->fr, {said.degree_id}});
  if (said.predicate != nullptr) {
    line.push_back({form(*said.predicate, feminine(subject), subject.many()), {said.predicate_id}});
  }
  if (said.object) append(line, noun_phrase(*said.object, said.negated));
  if (said.recipient) {
    line.push_back({"à", {said.to_id}});
    append(line, noun_phrase(*said.recipient));
  }
  if (said.place) {
    for (const std::string& word : said.place->preposition->fr) {
      line.push_back({word, {said.place->id}});
    }
    append(line, noun_phrase(said.place->where));
  }
  if (said.time && !said.time_first) append(line, said.time->fr, said.time_id);
  return line;
}

// l'homme, n'a, qu'il, j'aime. The world has "le" and "la" as articles only.
void elide(Line& line) {
  constexpr std::array<const char*, 6> elided{"le", "la", "de", "ne", "que", "je"};
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    std::string& word = line[i].text;
    if (std::find(elided.begin(), elided.end(), word) == elided.end()) continue;
    if (!vowel(line[i + 1].text)) continue;
    word.pop_back();
    word += "'";
  }
}

// de + le = du, de + les = des, à + le = au, à + les = aux
void contract(Line& line) {
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const std::string& a = line[i].text;
    const std::string& b = line[i + 1].text;
    if ((a != "de" && a != "à") || (b != "le" && b != "les")) continue;
    line[i].text = a == "de" ? (b == "le" ? "du" : "des") : (b == "le" ? "au" : "aux");
    for (const Id id : line[i + 1].ids) line[i].ids.push_back(id);
    line.erase(line.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

}  // namespace

Line in_french(const Sentence& sentence) {
  Line line = clause(sentence.main, nullptr);
  if (sentence.subordinate) {
    if (sentence.joint == Sentence::Joint::because) line.push_back({"parce", {sentence.joint_id}});
    line.push_back({"que", {sentence.joint_id}});
    append(line, clause(*sentence.subordinate, nullptr));
  }
  elide(line);
  contract(line);
  return line;
}

}  // namespace glassformer::world
