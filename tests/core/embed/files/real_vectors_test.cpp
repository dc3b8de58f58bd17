#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "core/embed/corpus/wordnet.h"
#include "core/embed/files/default_vectors.h"
#include "core/embed/search/analogy.h"
#include "core/embed/search/neighbours.h"
#include "core/embed/search/spelling.h"
#include "core/tensor/error.h"

// The words of the real world that come with the program.
namespace glassformer {
namespace {

std::vector<std::string> near(const std::string& word, std::size_t count) {
  const WordVectorsPtr v = real_vectors();
  const WordTerm term = term_of(*v, word);
  const std::vector<int> own{term.id};
  std::vector<std::string> found;
  for (const Scored& s : neighbours(v->vectors, term.direction, count, Nearness::cosine, own)) {
    found.emplace_back(v->words[static_cast<std::size_t>(s.id)]);
  }
  return found;
}

TEST(RealVectors, FitIntoTwoMegabytes) {
  EXPECT_LE(std::filesystem::file_size(real_vectors_file()), 2'000'000U);
  EXPECT_EQ(real_vectors()->words.size(), 20'000U);
}

// What a class types, among it what the small world does not know.
TEST(RealVectors, KnowWhatAClassTypes) {
  std::istringstream typed(
      "king queen man woman boy girl father mother brother sister son daughter uncle aunt husband "
      "wife prince princess dog cat dogs cats kitten horse cow lion tiger bird fish frog pig "
      "butterfly computer phone internet python football music beer wine red blue green orange "
      "black white school student teacher professor doctor nurse hospital lawyer engineer love "
      "hate "
      "war peace happy sad angry good bad big small hot cold monday tuesday january summer winter "
      "paris france berlin germany rome italy london england japan tokyo turkey china movie game "
      "country city science mathematics physics chemistry biology history art bread cheese apple "
      "banana pizza coffee tea water milk car bicycle train airplane house tree river sea mountain "
      "walk walking run running swim swimming guitar piano violin");
  std::size_t known = 0, asked = 0;
  for (std::string word; typed >> word; ++asked) {
    if (real_vectors()->words.find(word) >= 0) {
      ++known;
    } else {
      ADD_FAILURE() << word << " is not listed";
    }
  }
  EXPECT_GT(known, 107U);
  EXPECT_EQ(known, asked);
}

TEST(RealVectors, HaveNeighboursThatReadRight) {
  const std::pair<const char*, std::vector<std::string>> wanted[] = {
      {"dog", {"hound", "sheepdog", "poodle"}},
      {"cat", {"feline", "cats", "leopard"}},
      {"computer", {"computing", "programmer", "hardware"}},
      {"school", {"students", "teaching", "classroom"}},
      {"wine", {"brandy", "wines", "claret"}},
      {"doctor", {"physician", "practitioner", "dentist"}},
      {"king", {"queen", "conqueror", "valois"}},
      {"beer", {"ale", "lager", "wine"}},
      {"music", {"musical", "sonata", "symphonic"}},
      {"physics", {"quantum", "mechanics", "chemistry"}}};
  for (const auto& [word, expected] : wanted) {
    const std::vector<std::string> found = near(word, 20);
    for (const std::string& one : expected) {
      EXPECT_NE(std::find(found.begin(), found.end(), one), found.end()) << word << ": " << one;
    }
  }
}

TEST(RealVectors, TakeAnyCapitalsAndComposeWhatIsNotListed) {
  const WordVectorsPtr v = real_vectors();
  for (const char* const spelling : {"Dog", "DOG", "dog"}) {
    EXPECT_EQ(term_of(*v, spelling).id, v->words.find("dog")) << spelling;
  }
  EXPECT_EQ(spelling_of(*v, "Paris"), "paris");
  const WordTerm composed = term_of(*v, "~Swimmers");
  EXPECT_EQ(composed.word, "swimmers");
  if (composed.id < 0) {
    const std::vector<std::string> found = near("~Swimmers", 10);
    EXPECT_NE(std::find(found.begin(), found.end(), "swimmer"), found.end());
  }
}

// Words of the list from which sentences are made, all of which must have come in.
TEST(RealVectors, KnowEveryEverydayWord) {
  for (const std::string& word : everyday_words()) {
    EXPECT_GE(real_vectors()->words.find(word), 0) << word;
  }
}

TEST(RealVectors, KnowCapitalsAndCountries) {
  std::istringstream typed(
      "paris london berlin rome madrid lisbon vienna prague warsaw budapest athens moscow kiev "
      "copenhagen stockholm oslo helsinki dublin brussels amsterdam bern ankara cairo tokyo "
      "beijing "
      "seoul bangkok hanoi jakarta manila canberra ottawa washington havana lima "
      "germany france spain italy poland japan china brazil canada india russia portugal sweden "
      "norway finland ireland hungary");
  for (std::string word; typed >> word;) EXPECT_GE(real_vectors()->words.find(word), 0) << word;
}

// Younger than WordNet 3.0, or no word of it: where a vector is made of its parts, that is said.
TEST(RealVectors, DoNotKnowWhatIsYounger) {
  for (const char* const word : {"facebook", "messi", "smartphone", "covid", "blockchain", "lol",
                                 "netflix", "tiktok", "selfie", "obama"}) {
    EXPECT_LT(real_vectors()->words.find(word), 0) << word;
    try {
      EXPECT_LT(term_of(*real_vectors(), word).id, 0) << word << " is composed";
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()).find("there is no word"), std::string::npos) << word;
    }
  }
}

TEST(RealVectors, OfferTheRightWordForAMisspeltOne) {
  const std::pair<const char*, const char*> typed[] = {
      {"einstien", "einstein"}, {"begining", "beginning"},     {"recieve", "receive"},
      {"seperate", "separate"}, {"tommorow", "tomorrow"},      {"definately", "definitely"},
      {"germny", "germany"},    {"shakespear", "shakespeare"}, {"elefant", "elephant"},
      {"volcanoe", "volcano"},  {"choclate", "chocolate"},     {"buisness", "business"}};
  for (const auto& [wrong, right] : typed) {
    EXPECT_NE(about_unknown(*real_vectors(), wrong).find(right), std::string::npos) << wrong;
  }
}

std::string answer(const char* a, const char* minus, const char* plus) {
  const WordVectorsPtr v = real_vectors();
  const std::vector<WordTerm> terms{term_of(*v, a, 1), term_of(*v, minus, -1),
                                    term_of(*v, plus, 1)};
  const auto best = answers(*v, terms, AnalogyMethod::add, {});
  return best.empty() ? "" : std::string(v->words[static_cast<std::size_t>(best.front().id)]);
}

TEST(RealVectors, AnswerTheKingAndHisQueen) {
  EXPECT_EQ(answer("king", "man", "woman"), "queen");
}

TEST(RealVectors, AnswerWithCapitals) {
  EXPECT_EQ(answer("paris", "france", "italy"), "rome");
  EXPECT_EQ(answer("madrid", "spain", "france"), "paris");
  EXPECT_EQ(answer("moscow", "russia", "japan"), "tokyo");
}

}  // namespace
}  // namespace glassformer
