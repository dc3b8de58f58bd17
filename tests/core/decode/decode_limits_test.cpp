// First, last, limit and limit + 1 of what a search can be asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/decode/decode.h"
#include "core/decode/decode_parts.h"
#include "core/tensor/error.h"
#include "tests/core/decode/scripted_decoder.h"

namespace glassformer {
namespace {

using testing::odds;
using testing::ScriptedDecoder;

const std::vector<Real> goes_on = odds(0, 0.01, 0.6, 0.39);

// A language model whose texts have no end.
class Endless : public ScriptedDecoder {
 public:
  using ScriptedDecoder::ScriptedDecoder;
  const SpecialIds& special() const override { return marks_; }
  std::unique_ptr<Decoder> another() const override { return std::make_unique<Endless>(*this); }

 private:
  SpecialIds marks_{.begin = 0};
};

TEST(DecodeLimits, ThemselvesAreTaken) {
  ScriptedDecoder decoder({}, odds(0, 0.9, 0.05, 0.05), 6);
  DecodeOptions options;
  options.beam = 1000;
  options.alpha = 10;
  EXPECT_NO_THROW(beam_search(decoder, {}, options));
  options.beam = 1001;
  EXPECT_THROW(beam_search(decoder, {}, options), UserError);
  options.beam = 1;
  options.alpha = 10.001;
  EXPECT_THROW(beam_search(decoder, {}, options), UserError);
  options.alpha = 0;
  options.prefix.assign(5, 3);  // the begin mark has the sixth place
  EXPECT_EQ(greedy(decoder, {}, options).pieces, options.prefix);
  EXPECT_EQ(beam_search(decoder, {}, options).translation.pieces, options.prefix);
  options.prefix.assign(6, 3);
  EXPECT_THROW(greedy(decoder, {}, options), UserError);
  options.prefix = {4};  // one beyond the last piece
  EXPECT_THROW(greedy(decoder, {}, options), UserError);
}

// As many pieces as the source has twice, and eight: alone, among many, and in a beam.
TEST(DecodeLimits, ATextIsTwiceItsSourceAndEightLong) {
  ScriptedDecoder decoder({}, goes_on, 100);
  const std::vector<int> source{2, 3, 2};
  EXPECT_EQ(greedy(decoder, source).pieces.size(), 14u);
  EXPECT_EQ(greedy_all(decoder, {&source, 1}).front().size(), 14u);
  DecodeOptions options;
  options.alpha = 10;  // so that none that ends early wins
  EXPECT_EQ(beam_search(decoder, source, options).translation.pieces.size(), 14u);
}

TEST(DecodeLimits, AModelHasRoomForAllButTheBeginMark) {
  ScriptedDecoder decoder({}, goes_on, 6);
  const std::vector<int> source{2, 3, 2};
  EXPECT_EQ(greedy(decoder, source).pieces.size(), 5u);
  EXPECT_EQ(greedy_all(decoder, {&source, 1}).front().size(), 5u);
}

TEST(DecodeLimits, APrefixLongerThanTheTextWins) {
  ScriptedDecoder decoder({}, goes_on, 12);
  DecodeOptions options;
  options.max_len = 2;
  options.prefix = {3, 3, 3, 3, 3};
  EXPECT_EQ(greedy(decoder, {}, options).pieces, options.prefix);
  EXPECT_EQ(beam_search(decoder, {}, options).translation.pieces, options.prefix);
}

// Without an end mark a text ends where the model does; one that is cut before has not ended.
TEST(DecodeLimits, WithoutAnEndMarkTheModelsRoomIsTheEnd) {
  Endless decoder({}, odds(0, 0.2, 0.5, 0.3), 6);
  DecodeOptions options;
  options.max_len = 3;
  const Translation cut = greedy(decoder, {}, options);
  EXPECT_EQ(cut.pieces.size(), 3u);
  EXPECT_FALSE(cut.ended);
  EXPECT_EQ(beam_search(decoder, {}, options).translation.pieces.size(), 3u);
  options.max_len = 5;
  const Translation whole = greedy(decoder, {}, options);
  EXPECT_EQ(whole.pieces.size(), 5u);
  EXPECT_TRUE(whole.ended);
}

TEST(DecodeLimits, WhatCannotBeWrittenIsNoChoice) {
  const double never = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(decoding::best({never, -1, never, -2}, 4).size(), 2u);
  EXPECT_TRUE(decoding::best({-1, -2}, 0).empty());
  EXPECT_EQ(decoding::best({-1, -2}, 3).size(), 2u);
}

// Where begin and end are one mark, as GPT-2 has it, a text can end.
TEST(DecodeLimits, AMarkThatBeginsAndEndsCanBeWritten) {
  const std::vector<Real> logits{0, 0};
  const auto both = decoding::log_probabilities(logits, {.begin = 0, .end = 0});
  EXPECT_NEAR(both[0], std::log(0.5), 1e-6);
  const auto apart = decoding::log_probabilities(logits, {.begin = 0, .end = 1});
  EXPECT_TRUE(std::isinf(apart[0]));
}

// One candidate more than the beam is wide is looked at, since one may be the end: the best end
// does not take the place of a text that goes on, and wins by its length.
TEST(BeamLimits, TheEndTakesNoPlaceInTheBeam) {
  ScriptedDecoder decoder({{{}, odds(0, 0.5, 0.45, 0.05)}}, odds(0, 0.98, 0.01, 0.01));
  DecodeOptions options;
  options.alpha = 2;
  const Translation made = beam_search(decoder, {}, options).translation;
  ASSERT_GT(std::log(0.45 * 0.98) / length_penalty(2, 2), std::log(0.5)) << "worked out by hand";
  EXPECT_EQ(made.pieces, std::vector{2});
}

// Of texts with one probability the first is kept: that of the smaller pieces.
TEST(BeamLimits, OfEqualTextsTheFirstIsKept) {
  ScriptedDecoder decoder({{{}, odds(0, 0, 0.5, 0.5)}}, odds(0, 0.98, 0.01, 0.01));
  EXPECT_EQ(beam_search(decoder, {}, {}).translation.pieces, std::vector{2});
}

// What was rejected is shown of beams up to 32.
TEST(BeamLimits, OfThirtyTwoWhatWasRejectedIsKept) {
  for (const int beam : {32, 33}) {
    Endless decoder({}, odds(0, 0.2, 0.5, 0.3), 12);
    DecodeOptions options;
    options.beam = beam;
    options.max_len = 6;
    const BeamSearch found = beam_search(decoder, {}, options);
    const bool any = std::ranges::any_of(
        found.nodes, [](const BeamNode& node) { return node.fate == BeamNode::Fate::rejected; });
    EXPECT_EQ(any, beam == 32);
  }
}

}  // namespace
}  // namespace glassformer
