#include "core/embed/corpus/wordnet.h"

#include <gtest/gtest.h>

#include <string>

#include "core/tensor/error.h"
#include "tests/core/embed/corpus/small_wordnet.h"

namespace glassformer {
namespace {

using testing::small_wordnet;

constexpr const char* nouns =
    "  1 This software and database is being provided to you\n"
    "00000010 05 n 02 dog 0 domestic_dog 0 002 @ 00000020 n 0000 + 00000010 a 0101 | a kind of "
    "animal; \"the dog barked at the animal\"; \"a dog like an animal\"  \n"
    "00000020 03 n 01 animal 0 001 ~ 00000010 n 0000 | a living kind of dog  \n"
    "00000030 20 n 01 Caninus_rarissimus 0 000 | an animal that no text speaks of  \n"
    "00000040 15 n 01 Dogtown 0 001 @i 00000020 n 0000 | kennels  \n";
constexpr const char* adjectives =
    "00000010 00 s 01 doggish(a) 0 001 \\ 00000010 n 0101 | like a dog, of the kind of an animal  "
    "\n";

std::string error_of(const std::string& noun, const std::string& adj) {
  try {
    small_wordnet(noun, adj);
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

TEST(WordNetFiles, AreReadAsTheyAreDescribed) {
  const WordNet net = small_wordnet(nouns, adjectives);
  ASSERT_EQ(net.sets.size(), 5U);
  const WordNet::Set& dog = net.sets[0];
  EXPECT_EQ(dog.words, (std::vector<std::string>{"dog", "domestic dog"}));
  EXPECT_EQ(dog.definition, "a kind of animal");
  EXPECT_EQ(dog.examples,
            (std::vector<std::string>{"the dog barked at the animal", "a dog like an animal"}));
  ASSERT_EQ(dog.pointers.size(), 2U);
  EXPECT_EQ(dog.pointers[0].relation, "@");
  EXPECT_EQ(dog.pointers[0].target, 1U);
  EXPECT_EQ(dog.pointers[1].target, 4U);
  EXPECT_EQ(dog.pointers[1].of, 1U);
  EXPECT_EQ(net.sets[4].words, (std::vector<std::string>{"doggish"}));
}

// "domestic", "doggish" and the Latin name stand in fewer than three definitions and examples.
TEST(WordNetText, HasDefinitionsBetweenTheirWordsAndRelationsThreeTimes) {
  std::string text;
  write_wordnet_text(small_wordnet(nouns, adjectives), {{"kennel", "dogtown"}, {}},
                     [&](std::string_view piece) { text += piece; });
  EXPECT_EQ(text,
            "dog a kind of animal dog\n"
            "the dog barked at the animal\n"
            "a dog like an animal\n"
            "dog animal\n"
            "dog animal\n"
            "dog animal\n"
            "animal a living kind of dog animal\n"
            "Dogtown kennels Dogtown\n"
            "Dogtown animal\n"
            "Dogtown animal\n"
            "Dogtown animal\n");
}

TEST(WordNetFiles, SayWhatIsWrongAndWhere) {
  EXPECT_NE(error_of("00000010 05 n 02 dog 0\n", "").find("data.noun, line 1: ends where a word"),
            std::string::npos);
  EXPECT_NE(error_of("00000010 05 n ff\n", "").find("ends where"), std::string::npos);
  EXPECT_NE(error_of("00000010 05 n xx dog 0\n", "").find("'xx' stands where the number of words"),
            std::string::npos);
  EXPECT_NE(error_of("00000010 05 n 01 dog 0 001 @ 00000099 n 0000 | x\n", "")
                .find("line 1: a relation leads to a set or a word that is not there"),
            std::string::npos);
  EXPECT_NE(error_of("00000010 05 n 01 dog 0 001 @ 00000010 n 0009 | x\n", "").find("leads to"),
            std::string::npos);
  EXPECT_NE(error_of("00000010 05 n 01 dog 0 000 | x\n00000010 05 n 01 cat 0 000 | x\n", "")
                .find("line 2: another set stands at the same place"),
            std::string::npos);
  try {
    read_wordnet("/nowhere");
    ADD_FAILURE();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("apt-get install wordnet-base"), std::string::npos);
  }
}

}  // namespace
}  // namespace glassformer
