#include "core/train/tuning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "core/grad/ops.h"
#include "core/models/gpt.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/learned.h"
#include "core/train/preferences.h"

namespace glassformer {
namespace {

// A small GPT of words, with weights of a seed.
Checkpoint small_model() {
  const std::vector<std::string> words{"what is the capital of france ? paris . a good question !"};
  Checkpoint made;
  made.tokenizers = {std::make_shared<const LearnedTokenizer>(
      LearnedTokenizer::train(words, LearnedTokenizer::Kind::word, 100))};
  GptConfig config;
  config.vocab_size = made.target().size();
  config.max_len = 32;
  config.d_model = 16;
  config.heads = 2;
  config.layers = 1;
  config.d_ff = 32;
  config.dropout = 0;
  made.network = std::make_shared<Gpt>(config);
  made.params = make_params(made.network->parameters(), 3);
  return made;
}

const QuestionAnswer pair{"what is the capital of france ?", "paris .",
                          "a good question ! paris ."};

TuningPlan small_plan() {
  TuningPlan plan;
  plan.from = small_model();
  plan.learned = {pair};
  plan.settings.schedule = TaskSettings::Schedule::constant;
  plan.settings.batch = 4;
  plan.settings.rate = 0.01;
  return plan;
}

// −log p of each token of the answer, from the logits of all tokens: the naive way.
std::vector<double> surprises(const Checkpoint& model, const AskedIds& ids) {
  Tape tape;
  Pass pass = Pass::traced(tape, model.params);
  Tokens tokens;
  tokens.add(ids.together());
  const Mat& logits = tape.value(next_token_network(model).logits(pass, {}, {}, tokens));
  std::vector<double> found;
  for (std::size_t i = 0; i < ids.answer.size(); ++i) {
    const auto row = logits.row(static_cast<int>(ids.question.size() + i) - 1);
    double sum = 0;
    for (const Real cell : row) sum += std::exp(double{cell});
    found.push_back(std::log(sum) - double{row[static_cast<std::size_t>(ids.answer[i])]});
  }
  return found;
}

TEST(Asked, TheAnswerEndsWithTheEndMark) {
  const Checkpoint model = small_model();
  const AskedIds ids = asked_ids(model, pair.question, pair.answer);
  EXPECT_EQ(ids.question, model.target().encode(pair.question));
  ASSERT_EQ(ids.answer.size(), 3U);
  EXPECT_EQ(ids.answer.back(), LearnedTokenizer::end_id);
  EXPECT_THROW(asked_ids(model, "", "paris ."), UserError);
  EXPECT_THROW(asked_ids(model, "what ?", " "), UserError);
}

TEST(Asked, ALogProbabilityIsTheSumOverTheAnswersTokens) {
  const Checkpoint model = small_model();
  const AskedIds better = asked_ids(model, pair.question, pair.answer),
                 worse = asked_ids(model, pair.question, pair.worse);
  const std::vector<const AskedIds*> both{&better, &worse};
  const std::vector<double> sums = log_probabilities(model, both);
  for (std::size_t i = 0; i < 2; ++i) {
    double wanted = 0;
    for (const double one : surprises(model, *both[i])) wanted -= one;
    EXPECT_NEAR(sums[i], wanted, 1e-4);
  }
}

TEST(Asked, WhatIsWrittenIsTheMostProbableTokenEachTimeForAllLengthsAtOnce) {
  const Checkpoint model = small_model();
  const std::vector<std::string> questions{"what is the capital of france ?", "a question ?",
                                           "what is a good question ?"};
  const std::vector<Written> written = written_behind(model, questions, 6);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    std::vector<int> ids = model.target().encode(questions[i]);
    const std::size_t given = ids.size();
    for (int step = 0; step < 6; ++step) {
      Tape tape;
      Pass pass = Pass::packed(tape, model.params);
      Tokens tokens;
      tokens.add(ids);
      const Mat& logits = tape.value(next_token_network(model).logits(pass, {}, {}, tokens));
      const auto row = logits.row(logits.rows() - 1);
      const int best = static_cast<int>(std::ranges::max_element(row) - row.begin());
      if (best == LearnedTokenizer::end_id) break;
      ids.push_back(best);
    }
    EXPECT_EQ(written[i].ids, std::vector<int>(ids.begin() + static_cast<int>(given), ids.end()));
  }
}

TEST(AnswerTuning, TheLossIsThatOfTheAnswerAndItsEndAlone) {
  const TuningPlan plan = small_plan();
  const AskedIds ids = asked_ids(plan.from, pair.question, pair.answer);
  double wanted = 0;
  for (const double one : surprises(plan.from, ids)) wanted += one / 3;
  AnswerTuning training(plan);
  training.step();
  EXPECT_NEAR(training.losses().front(), wanted, 1e-4);
  EXPECT_EQ(training.tokens(), 3 * 4);
  for (int i = 0; i < 60; ++i) training.step();
  const std::vector<std::string> asked{pair.question};
  const Written written = written_behind(training.checkpoint(), asked, 8).front();
  EXPECT_EQ(written.text, "paris.");
  EXPECT_TRUE(written.ended);
}

TEST(Preferences, TheLossIsThatOfEquationSevenByHand) {
  // β = 0.5; the better answers gained 1 and −1, the worse ones −2 and 1: margins 1.5 and −1.
  Tape tape;
  const Var better = tape.input(Mat{{-3, -6}}), worse = tape.input(Mat{{-9, -4}});
  const Var loss = preference_loss(tape, better, worse, Mat{{-4, -5}}, Mat{{-7, -5}}, 0.5);
  const double wanted = (std::log1p(std::exp(-1.5)) + std::log1p(std::exp(1.0))) / 2;
  EXPECT_NEAR(tape.value(loss)(0, 0), wanted, 1e-6);
  EXPECT_NEAR(wanted, 0.757337, 1e-6);
}

TEST(Preferences, TheMarginBeginsAtNothingAndGrows) {
  PreferencePlan plan;
  static_cast<TuningPlan&>(plan) = small_plan();
  PreferenceTraining training(plan);
  const std::vector<QuestionAnswer> pairs{pair};
  EXPECT_NEAR(training.margins(pairs).margin(0), 0, 1e-6);
  training.step();
  EXPECT_NEAR(training.losses().front(), std::log(2.0), 1e-6);  // −log σ(0)
  for (int i = 0; i < 20; ++i) training.step();
  const PreferenceMargins after = training.margins(pairs);
  EXPECT_GT(after.margin(0), 1);
  EXPECT_NEAR(after.margin(0), after.better[0] - after.worse[0], 1e-9);
  EXPECT_LT(training.losses().back(), training.losses().front());
}

TEST(Preferences, APairNeedsTwoAnswers) {
  PreferencePlan plan;
  static_cast<TuningPlan&>(plan) = small_plan();
  plan.learned.front().worse.clear();
  EXPECT_THROW(PreferenceTraining{plan}, UserError);
  plan.learned.clear();
  EXPECT_THROW(PreferenceTraining{plan}, UserError);
}

}  // namespace
}  // namespace glassformer
