#include "core/text/corpus.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

TEST(Corpus, TheSameSeedMakesTheSameText) {
  const Corpus corpus;
  EXPECT_EQ(corpus.text(100, 3), corpus.text(100, 3));
  EXPECT_NE(corpus.text(100, 3), corpus.text(100, 4));
  EXPECT_TRUE(corpus.text(200, 3).starts_with(corpus.text(100, 3)));
}

TEST(Corpus, IsShortSentencesOfSmallLetters) {
  const auto lines = lines_of(Corpus().text(20'000, 1));
  ASSERT_EQ(lines.size(), 20'000U);
  for (const std::string& line : lines) {
    EXPECT_EQ(line.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_ "), std::string::npos)
        << line;
    EXPECT_EQ(line.find("  "), std::string::npos) << line;
    const std::size_t words = words_of(line).size();
    EXPECT_GE(words, 3U) << line;
    EXPECT_LE(words, 16U) << line;
  }
}

TEST(Corpus, HasTheRightArticleBeforeAVowel) {
  for (const std::string& line : lines_of(Corpus().text(20'000, 2))) {
    const auto words = words_of(line);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      const bool vowel =
          std::string("aeiou").find(words[i + 1][0]) != std::string::npos || words[i + 1] == "hour";
      EXPECT_FALSE(vowel && words[i] == "a") << line;
      EXPECT_FALSE(!vowel && words[i] == "an") << line;
    }
  }
}

TEST(Corpus, AsksOfWordsThatItSaysAndAnswersOnlyOneWay) {
  const Corpus corpus;
  std::map<std::string, int> counts;
  for (const std::string& line : lines_of(corpus.text(100'000, 1))) {
    for (const std::string& word : words_of(line)) ++counts[word];
  }
  EXPECT_GE(counts.size(), 600U);
  std::map<std::string, std::string> answers;
  std::string section;
  int questions = 0;
  for (const std::string& line : lines_of(corpus.questions())) {
    if (line.starts_with(": ")) {
      section = line;
      continue;
    }
    ++questions;
    const auto words = words_of(line);
    ASSERT_EQ(words.size(), 4U) << line;
    EXPECT_EQ(std::set(words.begin(), words.end()).size(), 4U) << line;
    for (const std::string& word : words) EXPECT_GE(counts[word], 10) << word;
    for (const std::size_t pair : {0U, 2U}) {
      const auto [known, fresh] = answers.emplace(section + words[pair], words[pair + 1]);
      EXPECT_EQ(known->second, words[pair + 1]) << line;
    }
  }
  EXPECT_GE(questions, 1000);
}

// "paris is to france …" would give the game away: no sentence speaks of two pairs.
TEST(Corpus, StatesNoAnalogy) {
  const Corpus corpus;
  std::map<std::string, std::map<std::string, std::string>> pairs;
  std::string section;
  for (const std::string& line : lines_of(corpus.questions())) {
    const auto words = words_of(line);
    if (words[0] == ":") {
      section = words[1];
    } else {
      pairs[section][words[0]] = words[1];
    }
  }
  for (const std::string& line : lines_of(corpus.text(50'000, 1))) {
    const auto words = words_of(line);
    const std::set<std::string> said(words.begin(), words.end());
    for (const auto& [name, known] : pairs) {
      int whole = 0;
      for (const std::string& word : said) {
        const auto pair = known.find(word);
        if (pair != known.end() && said.contains(pair->second)) ++whole;
      }
      EXPECT_LE(whole, 1) << name << ": " << line;
    }
  }
}

TEST(Corpus, KnowsWhatAWordIs) {
  const Corpus corpus;
  EXPECT_EQ(corpus.group("paris"), "capital");
  EXPECT_EQ(corpus.group("bigger"), "comparative");
  EXPECT_EQ(corpus.group("queen"), "female");
  EXPECT_EQ(corpus.group("the"), "");
}

TEST(Corpus, SaysWhereATableIsWrong) {
  const testing::TemporaryFolder folder;
  std::filesystem::copy(testing::source_dir() / "assets" / "world" / "facts", folder.path());
  const auto refused = [&](const std::string& name, const std::string& bytes) {
    const std::string before = read_file(folder / name, 1'000'000);
    write_file(folder / name, bytes);
    std::string message;
    try {
      const Corpus corpus(folder.path());
    } catch (const UserError& error) {
      message = error.what();
    }
    write_file(folder / name, before);
    return message;
  };
  const auto says = [&](const std::string& row, const std::string& part) {
    const std::string message = refused("sentences.tsv", "table\tweight\tsentence\n" + row + "\n");
    EXPECT_NE(message.find("sentences.tsv:2"), std::string::npos) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  says("rivers\t1\tx", "no table rivers.tsv");
  says("nouns\t0\tx", "weight '0'");
  says("nouns\tmuch\tx", "weight 'much'");
  says("nouns\t1\tthe {colour}", "{colour} is neither");
  says("nouns\t1\tthe {singular", "{ is not closed");
  says("nouns\t1\tthe (a|b", "( is not closed");
  EXPECT_NE(refused("questions.tsv", "section\ttable\tfrom\tto\tunlike\nx\tnouns\tone\tplural\t\n")
                .find("no column one"),
            std::string::npos);
}

}  // namespace
}  // namespace glassformer
