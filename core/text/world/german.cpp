#include <array>

#include "core/text/world/clause.h"

namespace glassformer::world {

namespace {

// Columns of the tables below: masculine, feminine, neuter, plural.
using Endings = std::array<const char*, 4>;

std::size_t column(const NounPhrase& phrase) {
  return phrase.plural ? 3 : static_cast<std::size_t>(phrase.noun->de_gender);
}

// Rows: nominative, accusative, dative, genitive.
constexpr std::array<Endings, 4> definite{{{"der", "die", "das", "die"},
                                           {"den", "die", "das", "die"},
                                           {"dem", "der", "dem", "den"},
                                           {"des", "der", "des", "der"}}};
constexpr std::array<Endings, 4> of_this{{{"er", "e", "es", "e"},
                                          {"en", "e", "es", "e"},
                                          {"em", "er", "em", "en"},
                                          {"es", "er", "es", "er"}}};
constexpr std::array<Endings, 4> of_one{
    {{"", "e", "", "e"}, {"en", "e", "", "e"}, {"em", "er", "em", "en"}, {"es", "er", "es", "er"}}};
// Of adjectives: behind der and dieser, behind ein and mein, behind nothing that shows the case.
constexpr std::array<Endings, 4> weak{{{"e", "e", "e", "en"},
                                       {"en", "e", "e", "en"},
                                       {"en", "en", "en", "en"},
                                       {"en", "en", "en", "en"}}};
constexpr std::array<Endings, 4> mixed{{{"er", "e", "es", "en"},
                                        {"en", "e", "es", "en"},
                                        {"en", "en", "en", "en"},
                                        {"en", "en", "en", "en"}}};
constexpr std::array<Endings, 4> strong{{{"er", "e", "es", "e"},
                                         {"en", "e", "es", "e"},
                                         {"em", "er", "em", "en"},
                                         {"en", "er", "en", "er"}}};

std::size_t row(Case c) {
  return static_cast<std::size_t>(c);
}

const char* pronoun(const NounPhrase& phrase) {
  constexpr const char* by_gender[] = {"er", "sie", "es"};
  if (phrase.pronoun == Pronoun::it) return by_gender[column(phrase)];
  constexpr const char* words[] = {"ich", "er", "sie", "wir", "sie"};
  return words[static_cast<int>(*phrase.pronoun)];
}

struct Opening {
  std::string word;
  const std::array<Endings, 4>* adjectives = nullptr;
};

Opening determiner(const NounPhrase& phrase, Case c, bool none) {
  const std::size_t col = column(phrase);
  const auto like_one = [&](std::string stem) {
    const std::string ending = of_one[row(c)][col];
    if (stem == "unser" && ending.starts_with('e')) return Opening{"unser" + ending, &mixed};
    return Opening{stem + ending, &mixed};
  };
  switch (phrase.determiner) {
    case Determiner::the:
      return {definite[row(c)][col], &weak};
    case Determiner::these:
      return {std::string("dies") + of_this[row(c)][col], &weak};
    case Determiner::a:
      return like_one(none ? "kein" : "ein");
    case Determiner::some:
      if (none) return like_one("kein");
      if (!phrase.plural) return {"etwas", &strong};
      return {std::string("einig") + strong[row(c)][col], &strong};
    case Determiner::my:
      return like_one("mein");
    case Determiner::his:
      return like_one("sein");
    case Determiner::her:
      return like_one("ihr");
    case Determiner::our:
      return like_one("unser");
    case Determiner::number:
      return {phrase.number->de, &strong};
  }
  return {};
}

std::string noun_form(const NounPhrase& phrase, Case c) {
  const Noun& noun = *phrase.noun;
  if (!phrase.plural) {
    if (c == Case::nominative) return noun.de;
    return c == Case::genitive ? noun.de_genitive : noun.de_oblique;
  }
  const std::string& plural = noun.de_plural;
  const bool takes_n = c == Case::dative && !plural.ends_with('n') && !plural.ends_with('s');
  return takes_n ? plural + "n" : plural;
}

Line clause(const Clause& said, const NounPhrase* subject_of_relative, bool verb_last);

bool indefinite(const NounPhrase& phrase) {
  return phrase.noun != nullptr &&
         (phrase.determiner == Determiner::a || phrase.determiner == Determiner::some);
}

// not_id: of a negation that "kein" takes in; 0 otherwise.
Line noun_phrase(const NounPhrase& phrase, Case c, Id not_id = 0) {
  if (phrase.pronoun) return {{pronoun(phrase), {phrase.id}}};
  if (phrase.name != nullptr) return {{phrase.name->text, {phrase.id}}};
  const Opening opening = determiner(phrase, c, not_id != 0);
  Line line{{opening.word, {phrase.determiner_id}}};
  if (not_id != 0) line[0].ids.push_back(not_id);
  for (const Described& d : phrase.adjectives) {
    line.push_back({d.adjective->de_stem + (*opening.adjectives)[row(c)][column(phrase)], {d.id}});
  }
  line.push_back({noun_form(phrase, c), {phrase.id}});
  if (phrase.owner && phrase.owner->name != nullptr) {
    line.push_back({"von", {phrase.of_id}});
    append(line, noun_phrase(*phrase.owner, Case::dative));
  } else if (phrase.owner) {
    Line owner = noun_phrase(*phrase.owner, Case::genitive);
    owner[0].ids.insert(owner[0].ids.begin(), phrase.of_id);  // the genitive says "of"
    append(line, std::move(owner));
  }
  if (phrase.relative) {
    line.push_back({",", {phrase.who_id}});
    line.push_back({definite[0][column(phrase)], {phrase.who_id}});
    append(line, clause(*phrase.relative, &phrase, true));
    line.push_back({",", {phrase.who_id}});
  }
  return line;
}

// ich, er, wir and sie
using Forms = std::array<const char*, 3>;
constexpr Forms have{"habe", "hat", "haben"}, are{"bin", "ist", "sind"},
    were{"war", "war", "waren"}, will{"werde", "wird", "werden"};

std::size_t person(const NounPhrase& subject) {
  if (subject.many()) return 2;
  return subject.pronoun == Pronoun::i ? 0 : 1;
}

struct VerbGroup {
  Word finite;
  std::optional<Word> last;  // participle or infinitive
};

VerbGroup verb_group(const Clause& said, const NounPhrase& subject) {
  const std::size_t who = person(subject);
  const std::vector<Id> helper{said.auxiliary_id}, verb{said.verb_id};
  if (said.tense == Tense::future) {
    return {{will[who], helper},
            Word{said.verb == nullptr ? "sein" : said.verb->de_infinitive, verb}};
  }
  if (said.verb == nullptr) return {{said.tense == Tense::past ? were[who] : are[who], verb}, {}};
  if (said.tense == Tense::past) {
    const bool did = said.negated && !said.never;
    return {{said.verb->de_sein ? are[who] : have[who], did ? helper : verb},
            Word{said.verb->de_participle, verb}};
  }
  const std::string* forms[] = {&said.verb->de_ich, &said.verb->de_er, &said.verb->de_infinitive};
  return {{*forms[who], verb}, {}};
}

// What stands between the finite verb and the end: how often, whom, what, not, where.
Line middle(const Clause& said) {
  Line line;
  if (said.time && !said.time_first) append(line, said.time->de, said.time_id);
  if (said.adverb != nullptr) line.push_back({said.adverb->de, {said.adverb_id}});
  if (said.recipient) append(line, noun_phrase(*said.recipient, Case::dative));
  const bool no = said.negated && !said.never && said.object && indefinite(*said.object);
  if (said.object) {
    append(line, noun_phrase(*said.object, said.verb->de_case, no ? said.not_id : 0));
  }
  if (said.negated && !no) line.push_back({said.never ? "nie" : "nicht", {said.not_id}});
  if (said.degree != nullptr) line.push_back({said.degree->de, {said.degree_id}});
  if (said.predicate != nullptr) line.push_back({said.predicate->de, {said.predicate_id}});
  if (said.place) {
    const Preposition& preposition = *said.place->preposition;
    line.push_back({preposition.de, {said.place->id}});
    append(line, noun_phrase(said.place->where, preposition.de_case));
  }
  return line;
}

Line clause(const Clause& said, const NounPhrase* subject_of_relative, bool verb_last) {
  const NounPhrase& who = subject_of_relative != nullptr ? *subject_of_relative : said.subject;
  VerbGroup verb = verb_group(said, who);
  Line subject;
  if (subject_of_relative == nullptr) subject = noun_phrase(who, Case::nominative);
  Line line;
  if (verb_last) {
    line = std::move(subject);
    append(line, middle(said));
    if (verb.last) line.push_back(std::move(*verb.last));
    line.push_back(std::move(verb.finite));
    return line;
  }
  if (said.time && said.time_first) {  // the finite verb stays second
    append(line, said.time->de, said.time_id);
    line.push_back(std::move(verb.finite));
    append(line, std::move(subject));
  } else {
    line = std::move(subject);
    line.push_back(std::move(verb.finite));
  }
  append(line, middle(said));
  if (verb.last) line.push_back(std::move(*verb.last));
  return line;
}

// in dem = im, zu dem = zum, zu der = zur
void contract(Line& line) {
  struct Contraction {
    const char *first, *second, *both;
  };
  constexpr Contraction all[] = {{"in", "dem", "im"}, {"zu", "dem", "zum"}, {"zu", "der", "zur"}};
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    for (const Contraction& c : all) {
      if (line[i].text != c.first || line[i + 1].text != c.second) continue;
      line[i].text = c.both;
      for (const Id id : line[i + 1].ids) line[i].ids.push_back(id);
      line.erase(line.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      break;
    }
  }
}

}  // namespace

Line in_german(const Sentence& sentence) {
  Line line = clause(sentence.main, nullptr, false);
  if (sentence.subordinate) {
    const bool that = sentence.joint == Sentence::Joint::that;
    line.push_back({",", {sentence.joint_id}});
    line.push_back({that ? "dass" : "weil", {sentence.joint_id}});
    append(line, clause(*sentence.subordinate, nullptr, true));
  }
  contract(line);
  return line;
}

}  // namespace glassformer::world
