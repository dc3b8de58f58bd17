#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/scenes/language/pretraining_slot.h"
#include "core/scenes/records/pre_training.h"
#include "core/scenes/scene.h"
#include "core/text/world.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs after(double step, std::map<std::string, Option> options = {}) {
  Inputs inputs;
  inputs.scene = "pre-training";
  inputs.text[0] = "The animal did not cross the street because it was too";
  inputs.options = std::move(options);
  inputs.options["after"] = step;
  return inputs;
}

const PreTrainingRecord& record_of(const RunPtr& run) {
  return run->records.get<PreTrainingRecord>();
}

TEST(PreTrainingScene, ShowsTheModelOfTheMoment) {
  const RunPtr begin = run(after(0)), end = run(after(1000)), between = run(after(250));
  EXPECT_EQ(record_of(begin).moment, 0U);
  EXPECT_EQ(record_of(end).moment + 1, record_of(end).steps.size());
  EXPECT_EQ(record_of(between).steps[record_of(between).moment], 200);
  EXPECT_GT(double{at(begin, "now")(0, 0)}, double{at(end, "now")(0, 0)} + 2);
  EXPECT_LT(double{at(begin, "p")(0, 0)}, 0.1);
  // Behind “because” comes “it”.
  EXPECT_LT(double{at(begin, "right")(7, 0)}, 0.1);
  EXPECT_GT(double{at(end, "right")(7, 0)}, 0.8);
}

TEST(PreTrainingScene, TheThreeWaysToWriteALossAgree) {
  const RunPtr here = run(after(1000));
  const Mat& now = at(here, "now");
  EXPECT_NEAR(double{now(1, 0)}, double{now(0, 0)} / std::log(2.0), 1e-5);
  EXPECT_NEAR(double{now(2, 0)}, std::exp(double{now(0, 0)}), 1e-3);
  EXPECT_NEAR(double{at(here, "counted")(0, 0)}, std::log(double{at(here, "sizes")(2, 0)}), 1e-5);
}

TEST(PreTrainingScene, EachTaskIsTheNextTokenOfTheText) {
  const RunPtr here = run(after(1000));
  const Mat &right = at(here, "right"), &surprise = at(here, "surprise");
  ASSERT_EQ(right.rows(), 10) << "eleven words";
  double sum = 0;
  for (int i = 0; i < right.rows(); ++i) {
    EXPECT_NEAR(double{surprise(i, 0)}, -std::log(double{right(i, 0)}), 1e-4);
    sum += double{surprise(i, 0)} / right.rows();
  }
  EXPECT_NEAR(sum, double{at(here, "loss")(0, 0)}, 1e-4) << "the mean is the loss of the text";
}

TEST(PreTrainingScene, EachMomentWritesOnByTheSameNumbers) {
  const RunPtr here = run(after(0, {{"length", 6.0}})), again = run(after(0, {{"length", 6.0}}));
  const auto& written = record_of(here).written;
  ASSERT_EQ(written.size(), record_of(here).steps.size());
  for (std::size_t m = 0; m < written.size(); ++m) {
    EXPECT_EQ(written[m].tokens.size(), 6U);
    EXPECT_EQ(written[m].text, record_of(again).written[m].text);
  }
  EXPECT_NE(written.front().text, written.back().text);
  EXPECT_NE(record_of(run(after(0, {{"length", 6.0}, {"seed", 2.0}}))).written.back().text,
            written.back().text);
}

TEST(PreTrainingScene, ATrainingOfOnesOwnTakesTheRecordingsPlace) {
  std::string text;
  for (const SentencePair& one : world_pairs(WorldPair::english_french, 200, 1)) {
    text += one.source + "\n";
  }
  PretrainingPlan plan;
  plan.tokens = LearnedTokenizer::Kind::character;
  plan.layers = plan.heads = 1;
  plan.width = 8;
  PretrainingRun training(plan, text, "mine.txt");
  Inputs inputs = after(1e6, {{"layer", 2.0}, {"head", 4.0}});
  inputs.resources.set(slots::pretraining, std::make_shared<const Pretraining>(training.now()));
  const RunPtr untrained = run(inputs);
  EXPECT_FALSE(record_of(untrained).recorded);
  EXPECT_FALSE(record_of(untrained).losses) << "no step yet";
  EXPECT_FALSE(record_of(untrained).few_read);
  for (int step = 0; step < 10; ++step) training.step();
  training.measure();
  inputs.resources.set(slots::pretraining, std::make_shared<const Pretraining>(training.now()));
  const RunPtr trained = run(inputs);
  EXPECT_EQ(at(trained, "losses").rows(), 10);
  EXPECT_EQ(record_of(trained).text, "mine.txt");
  EXPECT_EQ(record_of(trained).steps.back(), 10);
}

}  // namespace
}  // namespace glassformer
