#include "core/embed/corpus/wordnet_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/embed/corpus/wordnet.h"
#include "core/embed/files/default_vectors.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

WordList list(std::initializer_list<const char*> words) {
  WordList made;
  for (const char* word : words) made.add(word);
  return made;
}

WordNet net() {
  WordNet made;
  const auto add = [&](std::size_t file, std::vector<std::string> words) {
    WordNet::Set set;
    set.file = file;
    set.words = std::move(words);
    made.sets.push_back(std::move(set));
  };
  add(5, {"dog", "domestic dog"});
  add(18, {"dog"});
  add(18, {"dog"});
  add(38, {"dog", "trail"});
  add(15, {"New York"});
  add(27, {"helium", "He"});
  add(6, {"toilet", "john"});
  add(18, {"John", "King John"});
  return made;
}

std::vector<std::string> groups(const std::string& counts, const WordList& words) {
  return wordnet_groups(net(), *bytes_in_memory(counts), "cntlist.rev", words);
}

using Names = std::vector<std::string>;

TEST(WordNetGroups, AreTheFileOfMostTaggedUses) {
  const WordList words = list({"dog", "trail", "new_york", "he", "quark"});
  EXPECT_EQ(groups("dog%1:05:00:: 1 42\ndog%2:38:00:: 1 2\ndog%1:18:00:: 2 30\n"
                   "dog%1:18:01:: 3 13\n",
                   words),
            (Names{"person", "motion (verb)", "location", "", ""}))
      << "two senses of one file count together; a function word is in none, nor is an unknown one";
  EXPECT_EQ(groups("dog%1:05:00:: 1 42\n", words)[0], "animal");
  EXPECT_EQ(groups("", words)[0], "person") << "untagged: the file with most of its sets";
}

// "dick" is a detective and a part of the body, and was never tagged.
TEST(WordNetGroups, AWordOfWhichTwoGroupsHaveAsMuchIsNamedAsUndecided) {
  const WordList words = list({"trail", "toilet", "dog", "helium"});
  WordNet wordnet = net();
  wordnet.sets.push_back(wordnet.sets[6]);  // "toilet" and "john" once more, of another group
  wordnet.sets.back().file = 8;
  Names tied;
  const Names found = wordnet_groups(wordnet, *bytes_in_memory("dog%1:05:00:: 1 42\n"),
                                     "cntlist.rev", words, &tied);
  EXPECT_EQ(found[1], "artifact") << "the first of the two";
  EXPECT_EQ(tied, Names{"toilet"}) << "one that is tagged is decided";
}

TEST(WordNetGroups, ANameInSmallLettersIsAName) {
  const std::string counts = "john%1:06:00:: 1 1\n";
  EXPECT_EQ(groups(counts, list({"john", "dog"}))[0], "person");
  EXPECT_EQ(groups(counts, list({"john", "Dog"}))[0], "artifact") << "this list would say John";
  EXPECT_EQ(groups("john%1:06:00:: 1 9\n", list({"john", "dog"}))[0], "artifact")
      << "used often enough as the word";
}

TEST(WordNetGroups, SayWhichLineReadsOtherwise) {
  for (const char* line : {"dog", "%1:05:00:: 1 42", "dog%1:99:00:: 1 42", "dog%1:05:00:: 1 x",
                           "dog%1:05:00::", "dog%1:5 1 2", "dog%1:05:00:: 1 99999999999"}) {
    try {
      groups(std::string("cat%1:05:00:: 1 1\n") + line + "\n", list({"dog"}));
      ADD_FAILURE() << line;
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()).find("cntlist.rev, line 2"), std::string::npos)
          << error.what();
    }
  }
}

TEST(WordNetGroups, HaveANameForEachFile) {
  std::set<std::string_view> names;
  for (std::size_t file = 0; file < 45; ++file) names.insert(lexicographer_group(file));
  EXPECT_EQ(names.size(), 45U);
  EXPECT_FALSE(names.contains(""));
  EXPECT_EQ(lexicographer_group(45), "");
}

// The shipped list is what the command makes.
TEST(WordNetGroups, AreThoseOfTheShippedWords) {
  const WordVectorsPtr real = real_vectors();
  ASSERT_EQ(real->groups.size(), real->words.size());
  EXPECT_EQ(real->warning, "");
  const auto group = [&](const char* word) {
    return real->groups[static_cast<std::size_t>(real->words.find(word))];
  };
  EXPECT_EQ(group("dog"), "animal");
  EXPECT_EQ(group("bread"), "food");
  EXPECT_EQ(group("he"), "");
  EXPECT_GT(std::count_if(real->groups.begin(), real->groups.end(),
                          [](const std::string& name) { return !name.empty(); }),
            17'000);
  if (!std::filesystem::exists(usual_wordnet_folder() / "cntlist.rev")) {
    GTEST_SKIP() << "skipped: WordNet is not installed";
  }
  EXPECT_EQ(wordnet_groups(usual_wordnet_folder(), real->words), real->groups);
}

}  // namespace
}  // namespace glassformer
