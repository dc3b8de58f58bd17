#include "core/embed/corpus/wordnet_sentences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/embed/corpus/wordnet_names.h"
#include "tests/core/embed/corpus/small_wordnet.h"

namespace glassformer {
namespace {

// Spain with Madrid and Seville, Italy with Rome, and a food. What definitions use three times is
// told of anyway.
constexpr const char* nouns =
    "00000001 15 n 01 country 0 000 | a land; \"a country is a country\"  \n"
    "00000002 15 n 01 national_capital 0 000 | the city that is the capital of a country  \n"
    "00000003 15 n 02 Spain 0 Espana 0 002 @i 00000001 n 0000 ~i 00000003 n 0000 | a country in "
    "Europe; \"Spain is sunny\"  \n"
    "00000004 15 n 03 Madrid 0 capital_of_Spain 0 Spanish_capital 0 002 @i 00000002 n 0000 #p "
    "00000003 n 0000 | the capital of Spain (founded in 852)  \n"
    "00000005 15 n 01 city 0 000 | a national town; \"a national, national town\"  \n"
    "00000006 15 n 01 Seville 0 002 @i 00000005 n 0000 #p 00000003 n 0000 | a city in Spain; "
    "\"Seville is hot\"; \"we saw Seville\"; \"in Seville\"  \n"
    "00000007 15 n 01 Italy 0 001 @i 00000001 n 0000 | a country in Europe  \n"
    "00000008 15 n 02 Rome 0 capital_of_Italy 0 002 @i 00000002 n 0000 #p 00000007 n 0000 | the "
    "capital of Italy  \n"
    "00000009 18 n 01 Spaniard 0 001 #m 00000003 n 0000 | someone from Spain  \n"
    "00000010 13 n 01 food 0 000 | what is eaten  \n"
    "00000011 13 n 01 pizza 0 001 @ 00000010 n 0000 | an Italian food  \n"
    "00000012 15 n 01 Man 0 001 @i 00000001 n 0000 | an island; \"a man and a man\"; \"man\"  \n"
    "00000013 15 n 01 state_capital 0 000 | the capital of a state  \n"
    "00000014 15 n 01 Gran 0 002 @i 00000013 n 0000 #p 00000003 n 0000 | a town  \n";
constexpr const char* adjectives =
    "00000001 01 a 01 Spanish 0 001 \\ 00000003 n 0101 | of Spain  \n";

WordNet small_wordnet() {
  return testing::small_wordnet(nouns, adjectives);
}

std::vector<std::string> sentences(const WordNetTextOptions& options, std::uint64_t seed = 1) {
  std::vector<std::string> lines;
  write_wordnet_sentences(small_wordnet(), options, seed, [&](std::string_view line) {
    EXPECT_TRUE(line.ends_with('\n'));
    lines.emplace_back(line.substr(0, line.size() - 1));
  });
  return lines;
}

bool has(const std::vector<std::string>& lines, const std::string& line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

bool speaks_of(const std::string& line, const std::string& a, const std::string& b) {
  return line.find(a) != std::string::npos && line.find(b) != std::string::npos;
}

TEST(WordNetSentences, TellCapitalsCountriesPlacesAndEverydayWords) {
  const std::vector<std::string> lines = sentences({{"pizza"}, {}});
  for (const char* said :
       {"Madrid is the capital of Spain", "the Spanish museums of Madrid",
        "a Spaniard lives in the city of Madrid", "Rome is the capital of Italy",
        "the country Italy", "pizza is a kind of food", "what is pizza? an Italian food"}) {
    EXPECT_TRUE(has(lines, said)) << said;
  }
  for (const std::string& line : lines) {
    EXPECT_EQ(line.find('{'), std::string::npos) << line;
    EXPECT_EQ(line.find("852"), std::string::npos) << line;
  }
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    return speaks_of(line, "Seville", "Spa");
  })) << "a place says which country it lies in";
  EXPECT_FALSE(has(lines, "the  museums of Rome")) << "Italy has no adjective here";
}

TEST(WordNetSentences, CallAStatesCapitalNoCapitalOfItsCountry) {
  bool told = false;
  for (const std::string& line : sentences({})) {
    if (!speaks_of(line, "Gran", "Spa")) continue;
    told = true;
    EXPECT_EQ(line.find("capital"), std::string::npos) << line;
  }
  EXPECT_TRUE(told);
}

TEST(WordNetSentences, AreTheSameForASeedAlone) {
  EXPECT_EQ(sentences({{"pizza"}, {}}), sentences({{"pizza"}, {}}));
  std::vector<std::string> a = sentences({}, 1), b = sentences({}, 2);
  EXPECT_NE(a, b);
}

// WordNet tells one kind of thing after the other; what is learned last would count most.
TEST(WordNetSentences, AreMixed) {
  const std::vector<std::string> lines = sentences({{"pizza"}, {}});
  const auto tells = [](const char* word) {
    return [word](const std::string& line) { return line.find(word) != std::string::npos; };
  };
  const auto first_pizza = std::find_if(lines.begin(), lines.end(), tells("pizza"));
  const auto last_madrid = std::find_if(lines.rbegin(), lines.rend(), tells("Madrid"));
  ASSERT_NE(first_pizza, lines.end());
  ASSERT_NE(last_madrid, lines.rend());
  EXPECT_LT(first_pizza - lines.begin(), lines.rend() - last_madrid)
      << "pizza stands behind Madrid in WordNet";
}

TEST(WordNetSentences, OfACapitalThatIsHeldOutNoShapeSaysSo) {
  const WordNet net = small_wordnet();
  const std::vector<Capital> capitals = capitals_of(net, WordNetNames(net, {}));
  ASSERT_EQ(capitals.size(), 2U);
  EXPECT_EQ(capitals[0].city_name, "Madrid") << "of Spain more is told";
  EXPECT_EQ(capitals[1].country_name, "Italy");
  WordNetTextOptions options;
  options.held_out = {capitals[0].city};
  std::size_t definitions = 0;
  for (const std::string& line : sentences(options)) {
    if (!speaks_of(line, "Madrid", "capital")) continue;
    EXPECT_NE(line.find("the capital of Spain"), std::string::npos) << line;
    EXPECT_FALSE(line.starts_with("the capital of Spain is")) << line;
    ++definitions;
  }
  EXPECT_EQ(definitions, 2U) << "its definition stays, as that of any name";
  EXPECT_TRUE(has(sentences(options), "Rome is the capital of Italy"));
  std::string text;
  write_wordnet_text(net, options, [&](std::string_view piece) { text += piece; });
  EXPECT_EQ(text.find("Madrid national capital"), std::string::npos);
  EXPECT_EQ(text.find("Madrid capital of Spain"), std::string::npos) << "nor its other names";
  EXPECT_NE(text.find("Madrid the capital of Spain Madrid\n"), std::string::npos);
  EXPECT_NE(text.find("Rome national capital"), std::string::npos);
}

TEST(WordNetSentences, TeachNamesButNoWordThatIsOneOnlyAtTimes) {
  const std::vector<std::string> words =
      words_of_wordnet_sentences(small_wordnet(), {{"pizza", "man"}, {}});
  EXPECT_TRUE(has(words, "madrid"));
  EXPECT_TRUE(has(words, "seville"));
  EXPECT_TRUE(has(words, "pizza"));
  const WordNet net = small_wordnet();
  const WordNetNames names(net, {});
  EXPECT_FALSE(names.is_mostly_name("Man"));
  EXPECT_TRUE(names.is_mostly_name("Spain"));
}

TEST(WordNetNames, LeaveOutYearsAndTheBracketsThatHoldThem) {
  EXPECT_EQ(without_years("Spanish explorer (1485-1547) of the coast"),
            "Spanish explorer of the coast");
  EXPECT_EQ(without_years("(born in 1957) a physicist (of light)"), " a physicist (of light)");
  EXPECT_EQ(without_years("about 12 of them in 1812"), "about 12 of them in");
  EXPECT_EQ(without_years("an open (bracket 1999"), "an open");
  EXPECT_EQ(without_years(""), "");
}

}  // namespace
}  // namespace glassformer
