#include "core/train/answer_training.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/grad/ops.h"
#include "core/models/checkpoint.h"
#include "core/nn/pass.h"
#include "core/train/packed_task.h"

namespace glassformer {
namespace {

AnswerPlan small_plan() {
  AnswerPlan plan = answer_goals().front().plan;
  plan.task.letters = 3;
  plan.task.kinds = 3;
  plan.kept_apart = 6;
  plan.config.d_model = 16;
  plan.config.d_ff = 32;
  plan.config.heads = 2;
  plan.settings.batch = 16;
  return plan;
}

// One batch of one line, in which nothing of the question is learned.
class OneLine : public PackedTask {
 public:
  OneLine(const NextTokenNetwork& network, Params& params, PackedExample example)
      : PackedTask(network, params), example_(std::move(example)) {}
  int begin_step(std::int64_t) override { return cut({&example_}, 1); }
  double rate(std::int64_t) const override { return 0.001; }

 private:
  PackedExample example_;
};

TEST(AnswerTraining, TheLossIsThatOfTheAnswerAlone) {
  AnswerTraining training(small_plan());
  Checkpoint model = training.checkpoint();
  const NextTokenNetwork& network = next_token_network(model);
  const std::vector<int> ids = model.target().encode("cab=abc");
  PackedExample example{{}, {ids.begin(), ids.end() - 1}, {ids.begin() + 1, ids.end()}};
  for (int i = 0; i < 3; ++i) {
    example.next[static_cast<std::size_t>(i)] = PackedExample::not_learned;
  }
  OneLine task(network, model.params, example);
  ASSERT_EQ(task.begin_step(1), 1);
  EXPECT_EQ(task.tokens(), 3);
  const double loss = task.run_shard(0);

  // By hand: the mean of −log p of the three letters behind the mark.
  Tape tape;
  Pass pass = Pass::traced(tape, model.params);
  Tokens tokens;
  tokens.add(example.target);
  const Mat& p = tape.value(softmax(tape, network.logits(pass, {}, {}, tokens)));
  double wanted = 0;
  for (int row = 3; row < 6; ++row) {
    wanted -= std::log(static_cast<double>(p(row, ids[static_cast<std::size_t>(row) + 1]))) / 3;
  }
  EXPECT_NEAR(loss, wanted, 1e-5);
}

TEST(AnswerTraining, WhatIsKeptApartIsNeverLearnedFrom) {
  // All but one question are kept apart: the rest is known by heart, and hardly any of those.
  AnswerPlan plan = small_plan();
  plan.kept_apart = 26;
  plan.settings.steps = 60;
  AnswerTraining training(plan);
  for (int i = 0; i < 60; ++i) training.step();
  EXPECT_LT(training.losses().back(), 0.1);
  EXPECT_LT(training.exact_match(), 0.3);
}

TEST(AnswerTraining, LettersAreSortedAfterAMomentAndEqualSeedsGiveEqualModels) {
  AnswerPlan plan = answer_goals().front().plan;  // six letters of three kinds
  AnswerTraining training(plan);
  EXPECT_LT(training.exact_match(), 0.05);
  for (int i = 0; i < plan.settings.steps; ++i) training.step();
  EXPECT_EQ(training.exact_match(), 1);
  const std::vector<std::string> questions{"cabbac", "aaaaaa", "cccbbb"};
  EXPECT_EQ(written_answers(training.checkpoint(), plan.task, questions),
            (std::vector<std::string>{"aabbcc", "aaaaaa", "bbbccc"}));

  AnswerTraining one(small_plan()), other(small_plan());
  for (int i = 0; i < 5; ++i) {
    one.step();
    other.step();
  }
  EXPECT_EQ(one.losses(), other.losses());
}

}  // namespace
}  // namespace glassformer
