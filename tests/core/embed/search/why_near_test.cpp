#include "core/embed/search/why_near.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace glassformer {
namespace {

constexpr const char* story =
    "the dog chased the cat\nthe cat chased the mouse\na dog barked at a cat\n"
    "the hound barked and chased the mouse\nwine and cheese\na hound barked at the dog\n";
constexpr WordOptions cut{true, WordOptions::Signs::drop, false};

// Rows of PPMI counted in the plainest way.
std::map<std::string, double> naive_row(const std::string& of, int window) {
  std::map<std::pair<std::string, std::string>, double> counts;
  std::map<std::string, double> of_word;
  std::istringstream lines(story);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::vector<std::string> words;
    for (std::string word; cells >> word;) words.push_back(word);
    for (int i = 0; i < static_cast<int>(words.size()); ++i) {
      for (int j = i - window; j <= i + window; ++j) {
        if (j < 0 || j >= static_cast<int>(words.size()) || j == i) continue;
        const auto at = [&](int k) { return words[static_cast<std::size_t>(k)]; };
        ++counts[{at(i), at(j)}];
        ++of_word[at(i)];
      }
    }
  }
  double contexts = 0;
  for (const auto& [word, count] : of_word) contexts += std::pow(count, 0.75);
  std::map<std::string, double> row;
  for (const auto& [pair, count] : counts) {
    if (pair.first != of) continue;
    const double pmi =
        std::log(count * contexts / (of_word[of] * std::pow(of_word[pair.second], 0.75)));
    if (pmi > 0) row[pair.second] = pmi;
  }
  return row;
}

TEST(WhyNear, SharesAreThoseOfTheCosineOfRowsCountedPlainly) {
  const EncodedText text = encode_text(story, cut, 1, "story");
  const WhyNear why = why_near(text, text.words.find("dog"), text.words.find("hound"), 2);
  const auto dog = naive_row("dog", 2), hound = naive_row("hound", 2);
  double product = 0, dogs = 0, hounds = 0;
  for (const auto& [word, value] : dog) {
    dogs += value * value;
    if (hound.count(word) != 0) product += value * hound.at(word);
  }
  for (const auto& [word, value] : hound) hounds += value * value;
  ASSERT_FALSE(why.contexts.empty());
  EXPECT_NEAR(why.cosine, product / std::sqrt(dogs * hounds), 1e-5);
  double sum = 0, last = 2;
  for (const SharedContext& c : why.contexts) {
    EXPECT_NEAR(c.of_a, dog.at(c.word), 1e-5) << c.word;
    EXPECT_NEAR(c.of_b, hound.at(c.word), 1e-5) << c.word;
    EXPECT_LE(c.share, last) << c.word;
    last = c.share;
    sum += c.share;
  }
  EXPECT_NEAR(sum, why.cosine, 1e-12);
}

TEST(WhyNear, WordsThatShareNothingHaveNoContexts) {
  const EncodedText text = encode_text(story, cut, 1, "story");
  const WhyNear why = why_near(text, text.words.find("wine"), text.words.find("mouse"), 1);
  for (const SharedContext& c : why.contexts) EXPECT_EQ(c.word, "and");
}

TEST(WhyNear, LinesHaveBothWordsOrOneEachButOnce) {
  const std::string twice = std::string(story) + story;
  const EachLine each = [&](const std::function<bool(std::string_view)>& take) {
    std::istringstream lines(twice);
    for (std::string line; std::getline(lines, line) && take(line);) {
    }
  };
  const WhyLines found = lines_with(each, cut, "dog", "hound", 2);
  EXPECT_EQ(found.both, (std::vector<std::string>{"a hound barked at the dog"}));
  EXPECT_EQ(found.only_a,
            (std::vector<std::string>{"the dog chased the cat", "a dog barked at a cat"}));
  EXPECT_EQ(found.only_b, (std::vector<std::string>{"the hound barked and chased the mouse"}));
}

}  // namespace
}  // namespace glassformer
