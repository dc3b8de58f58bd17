#include "core/text/tasks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/tensor/error.h"
#include "core/text/words.h"

namespace glassformer {
namespace {

void expect_distinct(const std::vector<SentencePair>& pairs) {
  std::set<std::string> sources;
  for (const SentencePair& pair : pairs) EXPECT_TRUE(sources.insert(pair.source).second);
}

TEST(Tasks, DatesAreReadAsTheirIsoForm) {
  const std::vector<SentencePair> pairs = date_pairs(3000, 1);
  expect_distinct(pairs);
  const auto target_of = [&](std::string_view source) {
    const auto found = std::ranges::find(pairs, source, &SentencePair::source);
    return found == pairs.end() ? std::string() : found->target;
  };
  int slashes = 0;
  for (const SentencePair& pair : pairs) {
    ASSERT_EQ(pair.target.size(), 10u) << pair.target;
    int month = 0, day = 0, year = 0;
    if (std::sscanf(pair.source.c_str(), "%d/%d/%4d", &month, &day, &year) != 3) continue;
    ++slashes;
    char iso[32];
    if (year < 100) year += year < 50 ? 2000 : 1900;
    std::snprintf(iso, sizeof iso, "%04d-%02d-%02d", year, month, day);
    EXPECT_EQ(pair.target, iso) << pair.source;
  }
  EXPECT_GT(slashes, 300);
  EXPECT_EQ(target_of("no date"), "");
}

TEST(Tasks, DaysHaveTheirEndings) {
  std::set<std::string> endings;
  for (const SentencePair& pair : date_pairs(6000, 1)) {
    for (const char* const ending : {"st", "nd", "rd", "th"}) {
      for (int day = 1; day <= 31; ++day) {
        const std::string written = std::to_string(day) + ending;
        const auto at = pair.source.find(written);
        if (at == pair.source.npos) continue;
        if (at == 0 || !std::isdigit(static_cast<unsigned char>(pair.source[at - 1]))) {
          endings.insert(written);
        }
      }
    }
  }
  EXPECT_EQ(endings.size(), 31u);
  for (const char* const one : {"1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd",
                                "23rd", "30th", "31st"}) {
    EXPECT_TRUE(endings.contains(one)) << one;
  }
}

TEST(Tasks, ReversedDigitsAreReversed) {
  const std::vector<SentencePair> pairs = reversal_pairs(500, 3, 7, 1);
  expect_distinct(pairs);
  std::set<std::size_t> lengths;
  for (const SentencePair& pair : pairs) {
    EXPECT_EQ(std::string(pair.source.rbegin(), pair.source.rend()), pair.target);
    lengths.insert(pair.source.size());
  }
  EXPECT_EQ(lengths, (std::set<std::size_t>{3, 4, 5, 6, 7}));
  EXPECT_THROW(reversal_pairs(11, 1, 1, 1), UserError) << "there are only ten digits";
}

TEST(Tasks, SumsAreRight) {
  for (const SentencePair& pair : sum_pairs(500, 3, 2)) {
    const auto plus = pair.source.find('+');
    EXPECT_EQ(std::stoi(pair.source.substr(0, plus)) + std::stoi(pair.source.substr(plus + 1)),
              std::stoi(pair.target));
  }
}

TEST(Tasks, SumsOfManyDigitsAreRightToo) {
  for (const SentencePair& pair : sum_pairs(50, 40, 2)) {
    const auto plus = pair.source.find('+');
    const std::string a = pair.source.substr(0, plus), b = pair.source.substr(plus + 1);
    EXPECT_GE(pair.target.size(), std::max(a.size(), b.size()));
    const int last = (a.back() - '0' + b.back() - '0') % 10;
    EXPECT_EQ(pair.target.back() - '0', last);
    EXPECT_TRUE(pair.target == "0" || pair.target.front() != '0');
  }
}

TEST(Tasks, JoinedSentencesKeepTheirLinks) {
  const std::vector<SentencePair> parts{
      {"the cat sleeps", "le chat dort", {{0, 0}, {1, 1}, {2, 2}}},
      {"a dog eats", "un chien mange", {{0, 0}, {1, 1}, {2, 2}}},
      {"A capital.", "Une majuscule.", {}}};
  const auto pairs = joined_pairs(parts, 12, 11, {"and", "et", {}}, 1);
  expect_distinct(pairs);
  bool long_one = false;
  for (const SentencePair& pair : pairs) {
    const auto source = split_words(pair.source), target = split_words(pair.target);
    ASSERT_LE(source.size(), 11u);
    EXPECT_EQ(source.size(), pair.links.size()) << "each word of these has one";
    long_one = long_one || source.size() == 11;
    for (const Link& link : pair.links) {
      const bool joint = source[static_cast<std::size_t>(link.source)] == "and";
      EXPECT_EQ(joint, target[static_cast<std::size_t>(link.target)] == "et");
    }
    EXPECT_EQ(pair.source.find('.'), std::string::npos);
  }
  EXPECT_TRUE(long_one);
  EXPECT_THROW(joined_pairs({parts[2]}, 1, 10, {"and", "et", {}}, 1), UserError);
}

// Two tasks of one seed do not draw the same numbers.
TEST(Tasks, DrawEachFromAStreamOfItsOwn) {
  int alike = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::string reversed = reversal_pairs(1, 1, 6, seed).front().source;
    const std::string sum = sum_pairs(1, 6, seed).front().source;
    alike += sum.starts_with(reversed + "+") ? 1 : 0;
  }
  EXPECT_LT(alike, 5);
}

}  // namespace
}  // namespace glassformer
