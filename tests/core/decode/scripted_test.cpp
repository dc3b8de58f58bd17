// Searches of a model whose probabilities are written down, so that the winner is worked out by
// hand.
#include <gtest/gtest.h>

#include <cmath>

#include "core/decode/decode.h"
#include "core/decode/decode_parts.h"
#include "tests/core/decode/scripted_decoder.h"

namespace glassformer {
namespace {

using testing::odds;
using testing::ScriptedDecoder;

// Ending at once has probability 0.55. Eight pieces 2 and the end have 0.4 · 0.99⁷ · 0.98, which is
// less, but over the penalty of its length it is more.
TEST(BeamSearch, GoesOnWhileALongerOneMayWin) {
  ScriptedDecoder::Script script{{{}, odds(0, 0.55, 0.4, 0.05)}};
  std::vector<int> longer;
  for (int i = 0; i < 7; ++i) {
    longer.push_back(2);
    script[longer] = odds(0, 0.005, 0.99, 0.005);
  }
  longer.push_back(2);
  script[longer] = odds(0, 0.98, 0.01, 0.01);
  ScriptedDecoder decoder(script, odds(0, 0.9, 0.05, 0.05), 12);
  DecodeOptions options;
  options.beam = 2;
  options.alpha = 1;
  options.max_len = 10;
  const Translation made = beam_search(decoder, {}, options).translation;
  const double total = std::log(0.4) + 7 * std::log(0.99) + std::log(0.98);
  ASSERT_LT(std::log(0.55), total / length_penalty(9, 1)) << "worked out by hand";
  ASSERT_LT(total, std::log(0.55)) << "without the penalty it would lose";
  EXPECT_EQ(made.pieces, longer);
  EXPECT_NEAR(made.score, total / length_penalty(9, 1), 1e-6);
}

// The best beginning is followed by poor ones, so one hypothesis misses what two find.
TEST(BeamSearch, KeepsAsManyAsItIsWide) {
  const ScriptedDecoder::Script script{{{}, odds(0, 0.001, 0.6, 0.399)},
                                       {{2}, odds(0, 0.4, 0.3, 0.3)},
                                       {{3}, odds(0, 0.9, 0.05, 0.05)}};
  ScriptedDecoder decoder(script, odds(0, 0.34, 0.33, 0.33));
  DecodeOptions options;
  options.alpha = 0;
  EXPECT_EQ(beam_search(decoder, {}, options).translation.pieces, std::vector{2});
  options.beam = 2;
  const BeamSearch found = beam_search(decoder, {}, options);
  EXPECT_EQ(found.translation.pieces, std::vector{3});
  EXPECT_NEAR(found.translation.log_probability, std::log(0.399 * 0.9), 1e-6);
}

TEST(Decode, OfEqualPiecesTheSmallerOneIsTaken) {
  const std::vector<double> logs{-2, -1, -1, -3, -1};
  std::vector<int> pieces;
  for (const Choice& choice : decoding::best(logs, 4)) pieces.push_back(choice.piece);
  EXPECT_EQ(pieces, (std::vector{1, 2, 4, 0}));

  const ScriptedDecoder::Script script{{{}, odds(0, 0.2, 0.4, 0.4)}};
  ScriptedDecoder decoder(script, odds(0, 0.98, 0.01, 0.01));
  const std::vector<std::vector<int>> sources(1);
  EXPECT_EQ(greedy(decoder, {}).pieces, std::vector{2});
  EXPECT_EQ(greedy_all(decoder, sources).front(), std::vector{2});
}

// Where a mark is the most probable of all, the best piece of a text is looked for once more: ties
// count there too, and the end is no better than a piece that is as probable and comes before it.
TEST(Decode, BesideAMarkTiesGoToTheSmallerOneToo) {
  class EndLast : public ScriptedDecoder {
   public:
    using ScriptedDecoder::ScriptedDecoder;
    const SpecialIds& special() const override { return marks_; }
    std::unique_ptr<Decoder> another() const override { return std::make_unique<EndLast>(*this); }

   private:
    SpecialIds marks_{.begin = 0, .end = 3};
  };
  // begin 0.4; the pieces 1 and 2, and the end, 0.2 each
  const ScriptedDecoder::Script script{{{}, odds(0.4, 0.2, 0.2, 0.2)}};
  EndLast decoder(script, odds(0, 0.01, 0.01, 0.98));
  const std::vector<std::vector<int>> sources(1);
  EXPECT_EQ(greedy(decoder, {}).pieces, std::vector{1});
  EXPECT_EQ(greedy_all(decoder, sources).front(), std::vector{1});
}

// "length" of equation 14 is that of the text with its end mark.
TEST(Greedy, ScoresWhatItWroteWithItsEnd) {
  const ScriptedDecoder::Script script{{{}, odds(0, 0.1, 0.8, 0.1)}, {{2}, odds(0, 0.2, 0.1, 0.7)}};
  ScriptedDecoder decoder(script, odds(0, 0.9, 0.05, 0.05));
  DecodeOptions options;
  options.alpha = 0.6;
  const Translation made = greedy(decoder, {}, options);
  ASSERT_EQ(made.pieces, (std::vector{2, 3}));
  ASSERT_TRUE(made.ended);
  EXPECT_NEAR(made.log_probability, std::log(0.8 * 0.7 * 0.9), 1e-6);
  EXPECT_NEAR(made.score, std::log(0.8 * 0.7 * 0.9) / std::pow(8.0 / 6, 0.6), 1e-6);
}

}  // namespace
}  // namespace glassformer
