#include "core/train/attention_losses.h"

#include <gtest/gtest.h>

#include <cmath>

namespace glassformer {
namespace {

Rewards rewards(std::vector<double> of_places) {
  Rewards made;
  for (std::size_t place = 0; place < of_places.size(); ++place) {
    if (!std::isnan(of_places[place])) made.add(static_cast<int>(place), of_places[place]);
  }
  return made;
}

TEST(Baseline, IsARunningMeanOfEachPlace) {
  Baseline usual;
  EXPECT_EQ(usual.usual(0, -2.5), -2.5) << "nothing is usual yet: no difference";
  usual.take(rewards({-2, NAN, -1}));
  EXPECT_EQ(usual.usual(0, 7), -2);
  EXPECT_EQ(usual.usual(1, 7), 7) << "no batch had a word there";
  usual.take(rewards({-1}));
  EXPECT_DOUBLE_EQ(usual.usual(0, 7), 0.9 * -2 + 0.1 * -1);
  EXPECT_EQ(usual.usual(2, 7), -1);
  Baseline read;
  read.read(usual.text());
  for (const int place : {0, 1, 2, 3}) EXPECT_EQ(read.usual(place, 7), usual.usual(place, 7));
  read.read("no numbers");
  EXPECT_EQ(read.usual(0, 7), 7);
}

// Two words of one sentence, each over three source tokens.
struct Case {
  Tape tape;
  AttentionLog log;
  Tokens target;
  std::vector<int> next{0, 1};
  std::vector<Link> links;
  Var logits, scores;

  explicit Case(bool carried) {
    target.add({1, 2});
    logits = tape.input(Mat{{0, 0}, {0, static_cast<Real>(std::log(3.0))}});  // p: 1/2, 3/4
    scores = tape.input(Mat(2, 3));                                           // α: 1/3 each
    const Var choice = tape.input(Mat{{0, 1, 0}, {0, 0, 1}});
    log.add({scores, choice, {0, 0}, {0, 1}, carried});
  }
  Mat gradient(const AttentionLearning& learning) {
    const std::vector<const std::vector<Link>*> of_sentences{&links};
    Rewards rewards;
    tape.backward(
        attention_loss(tape, log, logits, {target, next, of_sentences, 2}, learning, {}, rewards));
    return tape.grad(scores);
  }
};

void expect_near(const Mat& got, const Mat& wanted) {
  EXPECT_LE(largest_difference(got, wanted), 1e-6);
}

// Σ_i R_i (α_i − [chosen]) / 2 for rewards log 1/2 and log 3/4.
TEST(AttentionLoss, AChoiceIsMovedByItsReward) {
  Case one(false);
  const auto a = static_cast<Real>(std::log(0.5) / 2), b = static_cast<Real>(std::log(0.75) / 2);
  expect_near(one.gradient({false, 0}), {{a / 3, a / 3 - a, a / 3}, {b / 3, b / 3, b / 3 - b}});
}

TEST(AttentionLoss, AChoiceThatIsCarriedOnIsMovedByWhatFollowsToo) {
  Case one(true);
  const auto b = static_cast<Real>(std::log(0.75) / 2);
  const Real a = static_cast<Real>(std::log(0.5) / 2) + b;
  expect_near(one.gradient({false, 0}), {{a / 3, a / 3 - a, a / 3}, {b / 3, b / 3, b / 3 - b}});
}

TEST(AttentionLoss, WithoutADifferenceFromWhatIsUsualNothingMoves) {
  Case one(false);
  expect_near(one.gradient({true, 0}), Mat(2, 3));
}

// Word 0 is linked to source tokens 0 and 2, word 1 to none.
TEST(AttentionLoss, TrueLinksShareTheWeight) {
  Case one(false);
  one.links = {{0, 0}, {2, 0}};
  const Real third = static_cast<Real>(1) / 3;
  expect_near(one.gradient({true, 4}), {{2 * (third - static_cast<Real>(0.5)), 2 * third,
                                         2 * (third - static_cast<Real>(0.5))},
                                        {0, 0, 0}});
}

}  // namespace
}  // namespace glassformer
