#include "core/decode/sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/tensor/error.h"
#include "tests/core/decode/scripted_decoder.h"

namespace glassformer {
namespace {

using testing::ScriptedDecoder;

// The logits of these probabilities of begin, end, and the pieces 2 and 3.
std::vector<Real> chances(double end, double two, double three) {
  std::vector<Real> logs;
  for (const double p : {0.0, end, two, three}) {
    logs.push_back(static_cast<Real>(std::log(std::max(p, 1e-30))));
  }
  return logs;
}

// How often piece 2 is drawn, of many seeds.
double share_of_two(double temperature) {
  constexpr int all = 4000;
  int twos = 0;
  for (int seed = 0; seed < all; ++seed) {
    ScriptedDecoder decoder({}, chances(0, 0.8, 0.2));
    SampleOptions options;
    options.length = 1;
    options.temperature = temperature;
    options.seed = static_cast<std::uint64_t>(seed);
    const Sample made = sample(decoder, {3}, options);
    twos += made.pieces.at(0) == 2 ? 1 : 0;
  }
  return static_cast<double>(twos) / all;
}

// The shares are p^(1/T) over their sum.
TEST(Sample, TheTemperatureIsAPowerOfTheProbabilities) {
  EXPECT_NEAR(share_of_two(1), 0.8, 0.02);
  EXPECT_NEAR(share_of_two(0.5), 0.64 / 0.68, 0.02);
  EXPECT_NEAR(share_of_two(2), std::sqrt(0.8) / (std::sqrt(0.8) + std::sqrt(0.2)), 0.02);
  EXPECT_EQ(share_of_two(0), 1);
}

// Without any, the most probable piece, and of two the first.
TEST(Sample, AtNoTemperatureTiesGoToTheFirst) {
  ScriptedDecoder decoder({}, chances(0, 0.5, 0.5), 30);
  SampleOptions options;
  options.length = 10;
  options.temperature = 0;
  EXPECT_EQ(sample(decoder, {3}, options).pieces, std::vector<int>(10, 2));
}

TEST(Sample, AnotherSeedDrawsAnotherText) {
  std::set<std::vector<int>> texts;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    ScriptedDecoder decoder({}, chances(0, 0.5, 0.5), 30);
    SampleOptions options;
    options.length = 20;
    options.seed = seed;
    texts.insert(sample(decoder, {3}, options).pieces);
  }
  EXPECT_GT(texts.size(), 8u);
}

// A text has no marks but those of text, though the model thinks them probable.
TEST(Sample, DrawsNoMark) {
  class Marked : public ScriptedDecoder {
   public:
    using ScriptedDecoder::ScriptedDecoder;
    const SpecialIds& special() const override { return marks_; }

   private:
    SpecialIds marks_{.begin = 0, .end = -1, .unknown = 1, .mask = 2};
  };
  Marked decoder({}, chances(0.5, 0.4, 0.1), 30);
  SampleOptions options;
  options.length = 20;
  EXPECT_EQ(sample(decoder, {3}, options).pieces, std::vector<int>(20, 3));
}

TEST(Sample, TakesItsLimits) {
  ScriptedDecoder decoder({}, chances(0, 0.5, 0.5), 6);
  SampleOptions options;
  options.length = 4;  // and the prompt's two
  EXPECT_EQ(sample(decoder, {2, 3}, options).pieces.size(), 4u);
  EXPECT_THROW(sample(decoder, std::vector<int>(7, 2), options), UserError);
  options.temperature = 100;
  EXPECT_NO_THROW(sample(decoder, {2, 3}, options));
  options.temperature = 100.1;
  EXPECT_THROW(sample(decoder, {2, 3}, options), UserError);
}

// The shares of the pieces 2 … 5 with these probabilities.
std::vector<double> shares(std::vector<double> chances, const SampleOptions& options,
                           std::vector<int> text = {}) {
  std::vector<Real> logits{-100, -100};
  for (const double chance : chances) logits.push_back(static_cast<Real>(std::log(chance)));
  const std::vector<double> all =
      sampling_probabilities(logits, {.begin = 0, .end = 1}, text, options);
  return {all.begin() + 2, all.end()};
}

void expect_shares(const std::vector<double>& made, const std::vector<double>& wanted) {
  ASSERT_EQ(made.size(), wanted.size());
  for (std::size_t i = 0; i < made.size(); ++i) EXPECT_NEAR(made[i], wanted[i], 1e-6) << i;
}

TEST(Sample, WhatIsCutOffSharesNothing) {
  const std::vector<double> chances{0.1, 0.4, 0.3, 0.2};
  expect_shares(shares(chances, {}), chances);
  expect_shares(shares(chances, {.top_k = 1}), {0, 1, 0, 0});
  expect_shares(shares(chances, {.top_k = 2}), {0, 4.0 / 7, 3.0 / 7, 0});
  // 0.4 and 0.3 fall short of 0.75; with 0.2 it is passed.
  expect_shares(shares(chances, {.top_p = 0.75}), {0, 4.0 / 9, 3.0 / 9, 2.0 / 9});
  expect_shares(shares(chances, {.top_p = 1e-6}), {0, 1, 0, 0});
  expect_shares(shares(chances, {.min_p = 0.6}), {0, 4.0 / 7, 3.0 / 7, 0});
  expect_shares(shares(chances, {.top_k = 3, .top_p = 0.7, .min_p = 0.1}),
                {0, 4.0 / 7, 3.0 / 7, 0});
  // Of two equal ones the smaller piece stays.
  expect_shares(shares({0.3, 0.3, 0.4}, {.top_k = 2}), {3.0 / 7, 0, 4.0 / 7});
}

// Keskar et al. 2019: a positive logit is divided, a negative one multiplied.
TEST(Sample, WhatTheTextHasAlreadyIsLessLikely) {
  const std::vector<Real> logits{-100, -100, 2, -1};
  const std::vector<int> text{2, 3, 2};
  const auto made =
      sampling_probabilities(logits, {.begin = 0, .end = 1}, text, {.repetition_penalty = 2});
  EXPECT_NEAR(made[2] / made[3], std::exp(1.0 + 2.0), 1e-4);
}

// Once, however often it came, and what is new not at all: 4 / 4 = 1, and 1 · 0.25 = 0.25.
TEST(Sample, ThePenaltyIsPaidOnceAndOnlyByWhatWasSeen) {
  const std::vector<Real> logits{-100, -100, 4, 1, 1};
  const std::vector<int> text{2, 2, 2};
  const auto made =
      sampling_probabilities(logits, {.begin = 0, .end = 1}, text, {.repetition_penalty = 4});
  for (int piece = 2; piece < 5; ++piece) EXPECT_NEAR(made[piece], 1.0 / 3, 1e-6) << piece;
  const auto likelier =
      sampling_probabilities(logits, {.begin = 0, .end = 1}, text, {.repetition_penalty = 0.5});
  EXPECT_NEAR(likelier[2] / likelier[3], std::exp(8.0 - 1.0), 1e-2);
}

// Logits −0.69, −1.20 and −1.61 of the pieces 2, 3 and 4; what was seen has 2.5 times as much. So
// 3 follows the 2 of the prompt, then comes 4, and of three that were all seen 2 again. How
// probable the text is does not depend on it.
TEST(Sample, WhatWasDrawnCountsAsSeenToo) {
  std::vector<Real> logits{-70, -70};
  for (const double p : {0.5, 0.3, 0.2}) logits.push_back(static_cast<Real>(std::log(p)));
  ScriptedDecoder decoder({}, logits);
  SampleOptions options;
  options.length = 4;
  options.temperature = 0;
  options.repetition_penalty = 2.5;
  const Sample made = sample(decoder, {2}, options);
  EXPECT_EQ(made.pieces, (std::vector<int>{3, 4, 2, 2}));
  EXPECT_NEAR(made.log_probability, std::log(0.3 * 0.2 * 0.5 * 0.5), 1e-5);
}

// The last half is read anew.
TEST(Sample, GoesOnBeyondWhatTheModelReads) {
  ScriptedDecoder decoder({}, chances(0, 0.5, 0.5), 6);
  SampleOptions options;
  options.length = 40;
  EXPECT_EQ(sample(decoder, {2, 3}, options).pieces.size(), 40U);
}

TEST(Sample, IsHeardPieceByPieceAndMayBeEnded) {
  ScriptedDecoder decoder({}, chances(0, 0.5, 0.5), 30);
  std::vector<int> heard;
  SampleOptions options;
  options.length = 20;
  options.on_piece = [&](int piece) {
    heard.push_back(piece);
    return heard.size() < 5;
  };
  const Sample made = sample(decoder, {3}, options);
  EXPECT_EQ(made.pieces.size(), 5U);
  EXPECT_EQ(made.pieces, heard);
}

}  // namespace
}  // namespace glassformer
