#include "core/scenes/language/continuing.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/grad/tape.h"
#include "core/nn/pass.h"
#include "core/nn/tokens.h"

namespace glassformer {
namespace {

std::vector<int> prompt(const CheckpointPtr& model) {
  return model->target().encode("The animal did not cross the street because it was too");
}

TEST(Continuing, ANumberNamesTheShareThatItFallsOn) {
  const std::vector<Real> shares{0.5F, 0.25F, 0, 0.25F};
  EXPECT_EQ(share_at(shares, 0), 0);
  EXPECT_EQ(share_at(shares, 0.49), 0);
  EXPECT_EQ(share_at(shares, 0.5), 1);
  EXPECT_EQ(share_at(shares, 0.75), 3) << "what has no share is never drawn";
  EXPECT_EQ(share_at(shares, 0.9999999), 3);
}

TEST(Continuing, StretchesThatComeAgainAreCounted) {
  // a b c a b c: of the stretches ab bc ca ab bc two were there before.
  const std::vector<int> pieces{1, 2, 3, 1, 2, 3};
  EXPECT_DOUBLE_EQ(repetition(pieces, 2), 1 - 3.0 / 5);
  EXPECT_DOUBLE_EQ(repetition(pieces, 4), 0);
  EXPECT_DOUBLE_EQ(repetition({1, 1}, 4), 0) << "too short";
  EXPECT_EQ(said_before(pieces, 2), (std::vector{false, false, false, true, true, true}));
  EXPECT_EQ(said_before(pieces, 3), (std::vector{false, false, false, true, true, true}));
  EXPECT_EQ(said_before({1, 1}, 4), (std::vector{false, false}));
}

TEST(Continuing, TheMostProbableTokensAreThoseOfSample) {
  const CheckpointPtr model = load_shipped("gpt");
  const SampleOptions options{.temperature = 0, .length = 12};
  const Sample sampled = sample(*make_decoder(*model), prompt(model), options);
  EXPECT_EQ(continued(model, prompt(model), options).pieces, sampled.pieces);
}

// Another way to the same numbers: one pass over the whole text, without a cache.
TEST(Continuing, ProbabilitiesAreThoseOfOnePassOverTheText) {
  const CheckpointPtr model = load_shipped("gpt");
  const SampleOptions options{.temperature = 0.7, .top_k = 8, .length = 10, .seed = 3};
  const std::vector<int> begin = prompt(model);
  const Continuation made = continued(model, begin, options);
  ASSERT_EQ(made.pieces.size(), 10U);
  std::vector<int> text = begin;
  for (std::size_t i = 0; i < made.pieces.size(); ++i) {
    Tape tape;
    Pass pass = Pass::traced(tape, model->params);
    Tokens tokens;
    tokens.add(text);
    const Mat logits = tape.value(next_token_network(*model).logits(pass, Var{}, Tokens{}, tokens));
    const auto last = logits.row(logits.rows() - 1);
    const SpecialIds special = model->target().special();
    const auto at = static_cast<std::size_t>(made.pieces[i]);
    EXPECT_NEAR(sampling_probabilities(last, special, text, {})[at], made.of_model[i], 1e-5);
    EXPECT_NEAR(sampling_probabilities(last, special, text, options)[at], made.of_draw[i], 1e-5);
    EXPECT_GT(made.of_draw[i], 0);
    text.push_back(made.pieces[i]);
  }
}

TEST(Continuing, ItEndsWhereTheModelReadsNoMore) {
  const CheckpointPtr model = load_shipped("gpt");
  const std::vector<int> begin = prompt(model);
  EXPECT_EQ(begin.size() + continued(model, begin, {.length = 500}).pieces.size(), 64U);
}

TEST(Continuing, PiecesWithoutTextAreNeverSorted) {
  const CheckpointPtr model = load_shipped("gpt");
  const Tokenizer& tokenizer = model->target();
  const std::vector<Real> logits(static_cast<std::size_t>(tokenizer.size()), 1);
  const std::vector<int> order = sorted_pieces(logits, tokenizer);
  EXPECT_EQ(static_cast<int>(order.size()), tokenizer.size() - 3) << "<pad>, <s>, <unk>";
  EXPECT_EQ(order.front(), tokenizer.special().end) << "of equal ones the smaller id";
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

}  // namespace
}  // namespace glassformer
