#include <gtest/gtest.h>

#include <memory>

#include "core/text/words.h"
#include "core/text/world/clause.h"
#include "tests/support/paths.h"

// What the three grammars make of one and the same thing said. To add a case: say it with the
// helpers, and write down what a speaker of each language would say.
namespace glassformer::world {
namespace {

const Words& words() {
  static const Words all = read_words(testing::source_dir() / "assets" / "world");
  return all;
}

template <class T>
const T& named(const std::vector<T>& list, const std::string& en) {
  for (const T& item : list) {
    if (item.en == en) return item;
  }
  throw std::runtime_error("no word " + en);
}

int last_id = 0;
Id fresh() {
  return last_id += 10;
}

NounPhrase noun(Determiner determiner, const std::string& en, bool plural = false,
                const std::vector<std::string>& adjectives = {}) {
  NounPhrase phrase;
  phrase.determiner = determiner;
  phrase.noun = &named(words().nouns, en);
  phrase.plural = plural;
  phrase.id = fresh();
  phrase.determiner_id = fresh();
  for (const std::string& a : adjectives) {
    phrase.adjectives.push_back({&named(words().adjectives, a), fresh()});
  }
  return phrase;
}

NounPhrase pronoun(Pronoun who) {
  NounPhrase phrase;
  phrase.pronoun = who;
  phrase.id = fresh();
  return phrase;
}

NounPhrase person(const std::string& name) {
  NounPhrase phrase;
  for (const Name& n : words().names) {
    if (n.text == name) phrase.name = &n;
  }
  phrase.id = fresh();
  return phrase;
}

Clause does(NounPhrase subject, const std::string& verb, Tense tense = Tense::present) {
  Clause clause;
  clause.subject = std::move(subject);
  clause.verb = verb == "be" ? nullptr : &named(words().verbs, verb);
  clause.tense = tense;
  clause.verb_id = fresh();
  clause.auxiliary_id = fresh();
  clause.not_id = fresh();
  clause.to_id = fresh();
  return clause;
}

Place place(const std::string& preposition, NounPhrase where) {
  return {&words().preposition(preposition), std::move(where), fresh()};
}

std::string text(const Line& line) {
  std::vector<std::string> all;
  for (const Word& word : line) all.push_back(word.text);
  return join_words(all);
}

Sentence saying(Clause clause) {
  Sentence sentence;
  sentence.main = std::move(clause);
  return sentence;
}

void expect(const Sentence& sentence, const std::string& en, const std::string& fr,
            const std::string& de) {
  EXPECT_EQ(text(in_english(sentence)), en);
  EXPECT_EQ(text(in_french(sentence)), fr);
  EXPECT_EQ(text(in_german(sentence)), de);
}

using enum Determiner;

TEST(WorldGrammar, AdjectivesAgreeAndFindTheirPlace) {
  Clause clause = does(noun(a, "man", false, {"old"}), "see");
  clause.object = noun(the, "cat", true, {"small", "black"});
  expect(saying(clause), "an old man sees the small black cats",
         "un vieil homme voit les petits chats noirs",
         "ein alter Mann sieht die kleinen schwarzen Katzen");
}

TEST(WorldGrammar, NegationTakesTheArticle) {
  Clause clause = does(pronoun(Pronoun::i), "eat");
  clause.negated = true;
  clause.object = noun(some, "bread", false, {"good"});
  expect(saying(clause), "I do not eat any good bread", "je ne mange pas de bon pain",
         "ich esse kein gutes Brot");
  clause.object = noun(the, "apple", false, {"red"});
  clause.tense = Tense::past;
  expect(saying(clause), "I did not eat the red apple", "je n'ai pas mangé la pomme rouge",
         "ich habe den roten Apfel nicht gegessen");
  clause.never = true;
  clause.tense = Tense::future;
  expect(saying(clause), "I will never eat the red apple",
         "je ne vais jamais manger la pomme rouge", "ich werde den roten Apfel nie essen");
}

TEST(WorldGrammar, PartitivesAndContractions) {
  Clause clause = does(noun(the, "king"), "drink");
  clause.object = noun(some, "water", false, {"cold"});
  expect(saying(clause), "the king drinks some cold water", "le roi boit de l'eau froide",
         "der König trinkt etwas kaltes Wasser");
  clause.object = noun(some, "milk");
  clause.place = place("beside", noun(the, "castle"));
  expect(saying(clause), "the king drinks some milk beside the castle",
         "le roi boit du lait à côté du château", "der König trinkt etwas Milch neben dem Schloss");
  Clause giving = does(person("Anna"), "give", Tense::past);
  giving.object = noun(some, "book", true, {"beautiful"});
  giving.recipient = noun(the, "child", true);
  expect(saying(giving), "Anna gave some beautiful books to the children",
         "Anna a donné de beaux livres aux enfants",
         "Anna hat den Kindern einige schöne Bücher gegeben");
}

TEST(WorldGrammar, TheVerbStaysSecondInGermanAndGoesLastBehindWeil) {
  Clause main = does(person("Marie"), "go", Tense::past);
  main.place = place("to", noun(the, "school"));
  main.time = words().times.front();
  main.time_first = true;
  main.time_id = fresh();
  Sentence sentence = saying(main);
  expect(sentence, "yesterday, Marie went to the school", "hier, Marie est allée à l'école",
         "gestern ist Marie zur Schule gegangen");
  sentence.main.time.reset();
  sentence.joint = Sentence::Joint::because;
  sentence.joint_id = fresh();
  sentence.subordinate = does(noun(my, "sister"), "help", Tense::past);
  sentence.subordinate->object = noun(a, "bird", false, {"sad"});
  expect(sentence, "Marie went to the school because my sister helped a sad bird",
         "Marie est allée à l'école parce que ma sœur a aidé un oiseau triste",
         "Marie ist zur Schule gegangen, weil meine Schwester einem traurigen Vogel geholfen hat");
}

TEST(WorldGrammar, RelativeClausesAndOwners) {
  NounPhrase boy = noun(the, "boy");
  Clause inner = does(boy, "read");
  inner.object = noun(our, "letter", true);
  boy.relative = std::make_shared<Clause>(inner);
  boy.who_id = fresh();
  Clause clause = does(boy, "love");
  clause.object = noun(the, "horse");
  clause.object->of_id = fresh();
  clause.object->owner = std::make_shared<NounPhrase>(noun(the, "boy"));
  expect(saying(clause), "the boy who reads our letters loves the horse of the boy",
         "le garçon qui lit nos lettres aime le cheval du garçon",
         "der Junge, der unsere Briefe liest, liebt das Pferd des Jungen");
}

TEST(WorldGrammar, PredicatesAgreeWithTheSubject) {
  Clause clause = does(noun(these, "flower", true), "be", Tense::past);
  clause.predicate = &named(words().adjectives, "white");
  clause.predicate_id = fresh();
  clause.negated = true;
  expect(saying(clause), "these flowers were not white", "ces fleurs n'étaient pas blanches",
         "diese Blumen waren nicht weiß");
  Clause that = does(pronoun(Pronoun::we), "know");
  Sentence sentence = saying(that);
  sentence.joint = Sentence::Joint::that;
  sentence.joint_id = fresh();
  sentence.subordinate = clause;
  expect(sentence, "we know that these flowers were not white",
         "nous savons que ces fleurs n'étaient pas blanches",
         "wir wissen, dass diese Blumen nicht weiß waren");
}

// One adjective decides what "it" is, and that decides the pronoun.
TEST(WorldGrammar, ItAgreesWithWhatItMeans) {
  Clause main = does(noun(the, "animal"), "cross", Tense::past);
  main.object = noun(the, "street");
  main.negated = main.contracted = true;
  Sentence sentence = saying(main);
  sentence.joint = Sentence::Joint::because;
  sentence.joint_id = fresh();
  const auto because = [&](const std::string& meant, const std::string& adjective) {
    NounPhrase it = pronoun(Pronoun::it);
    it.noun = &named(words().nouns, meant);
    Clause reason = does(it, "be", Tense::past);
    reason.degree = &named(words().degrees, "too");
    reason.degree_id = fresh();
    reason.predicate = &named(words().adjectives, adjective);
    reason.predicate_id = fresh();
    sentence.subordinate = reason;
    return sentence;
  };
  expect(because("animal", "tired"), "the animal didn't cross the street because it was too tired",
         "l'animal n'a pas traversé la rue parce qu'il était trop fatigué",
         "das Tier hat die Straße nicht überquert, weil es zu müde war");
  expect(because("street", "wide"), "the animal didn't cross the street because it was too wide",
         "l'animal n'a pas traversé la rue parce qu'elle était trop large",
         "das Tier hat die Straße nicht überquert, weil sie zu breit war");
  const Line line = in_english(because("street", "wide"));
  EXPECT_EQ(line[2].text, "didn'");
  EXPECT_EQ(line[3].ids, (std::vector<Id>{main.not_id})) << line[3].text;
}

// "gives the egg of the king": de + le is one word for two.
TEST(WorldGrammar, AContractionIsLinkedToBothWords) {
  Clause clause = does(person("Paul"), "eat");
  clause.object = noun(the, "egg");
  clause.object->of_id = fresh();
  clause.object->owner = std::make_shared<NounPhrase>(noun(the, "king"));
  const Line line = in_french(saying(clause));
  ASSERT_EQ(text(line), "Paul mange l'œuf du roi");
  EXPECT_EQ(line[4].text, "du");
  EXPECT_EQ(line[4].ids,
            (std::vector<Id>{clause.object->of_id, clause.object->owner->determiner_id}));
}

}  // namespace
}  // namespace glassformer::world
