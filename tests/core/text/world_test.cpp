#include "core/text/world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/words.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

constexpr WorldPair both[] = {WorldPair::english_french, WorldPair::english_german};

TEST(World, TheSameSeedMakesTheSameSentences) {
  const auto a = world_pairs(WorldPair::english_french, 50, 3);
  const auto b = world_pairs(WorldPair::english_french, 50, 3);
  const auto c = world_pairs(WorldPair::english_french, 50, 4);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(a[i].source, b[i].source);
  EXPECT_NE(a[0].source, c[0].source);
}

TEST(World, HasTwentyThousandPairsAndNoneTwice) {
  for (const WorldPair pair : both) {
    std::set<std::string> sources;
    for (const SentencePair& p : world_pairs(pair, 20'000, 1)) sources.insert(p.source);
    EXPECT_EQ(sources.size(), 20'000u);
  }
}

// People act under their names and as pronouns, animals and things do not.
TEST(World, PeopleHaveNamesAndPronouns) {
  int pronouns = 0;
  const auto pairs = world_pairs(WorldPair::english_french, 3000, 1);
  for (const SentencePair& pair : pairs) {
    for (const char* const pronoun : {"I ", "You ", "He ", "She ", "We ", "They "}) {
      pronouns += pair.source.starts_with(pronoun) ? 1 : 0;
    }
  }
  EXPECT_GT(pronouns, 300);
}

TEST(World, AnEnglishSentenceHasOneTranslation) {
  const World world;
  for (const WorldPair pair : both) {
    Rng rng(11);
    std::map<std::string, std::string> translations;
    for (int i = 0; i < 30'000; ++i) {
      const SentencePair p = world.sentence(pair, rng);
      const auto [known, is_new] = translations.emplace(p.source, p.target);
      EXPECT_EQ(known->second, p.target) << p.source;
    }
  }
}

TEST(World, WordsJoinToTheSentenceAndEachOfTheTargetIsLinked) {
  for (const WorldPair pair : both) {
    for (const SentencePair& p : world_pairs(pair, 2000, 2)) {
      const auto source = split_words(p.source), target = split_words(p.target);
      EXPECT_EQ(join_words(source), p.source);
      EXPECT_EQ(join_words(target), p.target);
      EXPECT_LE(source.size(), 15u);
      std::set<int> linked;
      for (const Link& link : p.links) {
        ASSERT_LT(link.source, static_cast<int>(source.size())) << p.source;
        ASSERT_LT(link.target, static_cast<int>(target.size())) << p.target;
        linked.insert(link.target);
      }
      EXPECT_EQ(linked.size(), target.size()) << p.source << " | " << p.target;
    }
  }
}

TEST(World, ItMeansTheNounOfWhichItsAdjectiveIsSaid) {
  for (const WorldPair pair : both) {
    int contested = 0, alone = 0;
    const World world;
    Rng rng(3);
    for (int i = 0; i < 3000; ++i) {
      const SentencePair p = world.sentence_with_it(pair, rng);
      ASSERT_TRUE(p.it) << p.source;
      const auto source = split_words(p.source), target = split_words(p.target);
      EXPECT_EQ(source[static_cast<std::size_t>(p.it->pronoun)], "it") << p.source;
      EXPECT_LT(p.it->noun, p.it->pronoun);
      EXPECT_NE(p.it->noun, p.it->rival);
      int links = 0;
      for (const Link& link : p.links) {
        if (link.source != p.it->pronoun) continue;
        ++links;
        const std::string& said = target[static_cast<std::size_t>(link.target)];
        const std::set<std::string> pronouns = pair == WorldPair::english_french
                                                   ? std::set<std::string>{"il", "elle"}
                                                   : std::set<std::string>{"er", "sie", "es"};
        EXPECT_TRUE(pronouns.contains(said)) << p.target;
      }
      EXPECT_EQ(links, 1) << p.source;
      contested += p.it->contested ? 1 : 0;
      alone += p.it->rival < 0 ? 1 : 0;
    }
    EXPECT_GT(contested, 700);
    EXPECT_GT(alone, 300);
  }
}

TEST(World, ContestedPairsAreHeldOutAndDifferent) {
  const auto pairs = contested_pairs(WorldPair::english_german, 50, 2);
  std::set<std::string> sources;
  for (const SentencePair& p : pairs) {
    EXPECT_TRUE(is_held_out(p.source));
    EXPECT_TRUE(p.it && p.it->contested && p.it->rival >= 0) << p.source;
    sources.insert(p.source);
  }
  EXPECT_EQ(sources.size(), 50u);
}

TEST(World, OneSentenceInThirtyIsHeldOutWhateverTheCorpus) {
  auto pairs = world_pairs(WorldPair::english_french, 6000, 5);
  const Split parts = split(pairs);
  EXPECT_EQ(parts.train.size() + parts.held_out.size(), 6000u);
  EXPECT_NEAR(static_cast<double>(parts.held_out.size()), 200.0, 45.0);
  for (const SentencePair& p : parts.held_out) EXPECT_TRUE(is_held_out(p.source));
  EXPECT_EQ(is_held_out("The cat sleeps."), is_held_out("the cat sleeps"));
}

TEST(World, SaysWhereATableIsWrong) {
  const testing::TemporaryFolder folder;
  const auto sources = testing::source_dir() / "assets" / "world";
  for (const auto& file : std::filesystem::directory_iterator(sources)) {
    std::filesystem::copy(file.path(), folder / file.path().filename());
  }
  const auto refused = [&](const std::string& name, const std::string& bytes) {
    const std::string before = read_file(folder / name, 1'000'000);
    write_file(folder / name, bytes);
    std::string message;
    try {
      const World world(folder.path());
    } catch (const UserError& error) {
      message = error.what();
    }
    write_file(folder / name, before);
    return message;
  };
  EXPECT_NE(refused("names.tsv", "name\tgender\nMarie\n").find("names.tsv:2: has 1 cells"),
            std::string::npos);
  EXPECT_NE(refused("names.tsv", "name\tgender\nMarie\tx\n").find("'x' is none of"),
            std::string::npos);
  EXPECT_NE(refused("names.tsv", "name\nMarie\n").find("no column gender"), std::string::npos);
  EXPECT_NE(refused("names.tsv", "").find("no rows"), std::string::npos);
  EXPECT_NE(refused("times.tsv", "en\tfr\tde\ttense\nnow\tmaintenant/1\tjetzt/1\tpresent\n")
                .find("'now' has no /number"),
            std::string::npos);
}

TEST(World, NamesItsPairs) {
  EXPECT_EQ(world_pair("en-de"), WorldPair::english_german);
  EXPECT_THROW(world_pair("de-en"), UserError);
}

}  // namespace
}  // namespace glassformer
