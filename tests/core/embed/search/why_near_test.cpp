#include "core/embed/search/why_near.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/embed/search/why_text.h"

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
  const ContextCounts counts(text, 2);
  const WhyNear why = why_near(text, counts, text.words.find("dog"), text.words.find("hound"));
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
  const ContextCounts counts(text, 1);
  const WhyNear why = why_near(text, counts, text.words.find("wine"), text.words.find("mouse"));
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

// The sum of all contexts, part by part, counted in the plainest way; and the answers, by trying
// every word.
TEST(WhyAnalogy, SharesAreThoseOfTheScoreOfRowsCountedPlainly) {
  const EncodedText text = encode_text(story, cut, 1, "story");
  const std::array<std::string, 4> words{"cat", "dog", "mouse", "hound"};
  std::array<int, 4> ids{};
  for (std::size_t w = 0; w < 4; ++w) ids[w] = text.words.find(words[w]);
  const WhyAnalogy why = why_analogy(text, ContextCounts(text, 2), ids, 3);

  using Row = std::map<std::string, double>;
  const auto unit_row = [](const std::string& word) {
    Row row = naive_row(word, 2);
    double square = 0;
    for (const auto& [context, value] : row) square += value * value;
    for (auto& [context, value] : row) value /= std::sqrt(square);
    return row;
  };
  const auto dot = [](const Row& x, const Row& y) {
    double sum = 0;
    for (const auto& [context, value] : x) {
      if (y.count(context) != 0) sum += value * y.at(context);
    }
    return sum;
  };
  const std::array<double, 3> sign{-1, 1, 1};
  std::array<Row, 4> rows;
  for (std::size_t w = 0; w < 4; ++w) rows[w] = unit_row(words[w]);
  Row target;
  for (std::size_t w = 0; w < 3; ++w) {
    for (const auto& [context, value] : rows[w]) target[context] += sign[w] * value;
  }
  const double length = std::sqrt(dot(target, target));

  EXPECT_NEAR(why.score, dot(target, rows[3]) / length, 1e-5);
  ASSERT_EQ(why.contexts.size(), rows[3].size());
  double sum = 0, last = 2;
  for (const CarryingContext& c : why.contexts) {
    EXPECT_NEAR(c.share, target[c.word] * rows[3].at(c.word) / length, 1e-5) << c.word;
    EXPECT_NEAR(c.parts[0] + c.parts[1] + c.parts[2], c.share, 1e-12) << c.word;
    for (std::size_t w = 0; w < 3; ++w) {
      EXPECT_NEAR(c.parts[w], sign[w] * rows[w][c.word] * rows[3].at(c.word) / length, 1e-5)
          << c.word;
    }
    EXPECT_LE(c.share, last) << c.word;
    last = c.share;
    sum += c.share;
  }
  EXPECT_NEAR(sum, why.score, 1e-12);

  std::multimap<double, std::string, std::greater<>> naive;
  for (std::size_t i = 0; i < text.words.size(); ++i) {
    const std::string word(text.words[i]);
    if (word == words[0] || word == words[1] || word == words[2]) continue;
    naive.emplace(dot(target, unit_row(word)) / length, word);
  }
  ASSERT_EQ(why.answers.size(), 3U);
  auto expected = naive.begin();
  for (const Scored& one : why.answers) {
    EXPECT_NEAR(one.score, (expected++)->first, 1e-5);
  }
}

TEST(WhyLines, OfEachWordBesideEachContextTheShortest) {
  WhyText text;
  text.counted = encode_text(story, cut, 1, "story");
  text.each_line = [](const std::function<bool(std::string_view)>& take) {
    std::istringstream lines(story);
    for (std::string line; std::getline(lines, line) && take(line);) {
    }
  };
  const auto id = [&](const char* word) { return text.counted.words.find(word); };
  const auto found =
      lines_beside(text, {id("dog"), id("hound")}, {id("barked"), id("chased"), id("wine")}, 2);
  EXPECT_EQ(found, (std::vector<std::vector<std::string>>{
                       {"a dog barked at a cat", "the dog chased the cat", ""},
                       {"a hound barked at the dog", "", ""}}));
  const auto wider = lines_beside(text, {id("hound")}, {id("chased")}, 3);
  EXPECT_EQ(wider[0][0], "the hound barked and chased the mouse");
}

}  // namespace
}  // namespace glassformer
