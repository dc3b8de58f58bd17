#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>

#include "core/decode/language_score.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/world.h"
#include "core/train/pretraining_recording.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

std::string sentences(int count) {
  std::string text;
  for (const SentencePair& one : world_pairs(WorldPair::english_french, count, 1)) {
    text += one.source + "\n";
  }
  return text;
}

PretrainingPlan small() {
  PretrainingPlan plan;
  plan.layers = 1;
  plan.heads = 2;
  plan.width = 16;
  plan.steps = 60;
  return plan;
}

Pretraining trained(const PretrainingPlan& plan, int steps) {
  PretrainingRun run(plan, sentences(600), "text.txt");
  for (int step = 0; step < steps; ++step) {
    run.step();
    if (is_pretraining_moment(run.steps())) run.measure();
  }
  return run.now();
}

TEST(Pretraining, LosesSurpriseFromThatOfALevelGuessOn) {
  const Pretraining made = trained(small(), 60);
  ASSERT_EQ(made.losses.size(), 60U);
  ASSERT_EQ(made.moments.front().step, 0);
  EXPECT_EQ(made.moments.back().step, 50);
  const double level = std::log(made.moments.front().model->target().size());
  EXPECT_NEAR(made.moments.front().held_out, level, 2);
  EXPECT_LT(made.moments.back().held_out, made.moments.front().held_out - 0.5);
  // More counted is more known.
  EXPECT_LT(made.counted[0], level);
  EXPECT_LT(made.counted[1], made.counted[0] - 0.5);
  EXPECT_EQ(std::accumulate(made.kinds.begin(), made.kinds.end(), 0), made.scored);
  for (const PretrainingMoment& moment : made.moments) {
    for (const double right : moment.right) {
      EXPECT_GE(right, 0);
      EXPECT_LE(right, 1);
    }
  }
}

TEST(Pretraining, IsTheSameForTheSameSeed) {
  const Pretraining one = trained(small(), 5), other = trained(small(), 5);
  EXPECT_EQ(one.losses, other.losses);
  EXPECT_EQ(one.moments.back().held_out, other.moments.back().held_out);
  PretrainingPlan seeded = small();
  seeded.seed = 2;
  EXPECT_NE(trained(seeded, 5).losses, one.losses);
}

TEST(Pretraining, TheHeldOutLossIsThatOfLanguageScore) {
  const Pretraining made = trained(small(), 5);
  const Checkpoint& model = *made.moments.back().model;
  std::vector<int> ids = model.target().encode("The animal did not cross the street .");
  for (int i = 0; i < 4; ++i) ids.insert(ids.end(), ids.begin(), ids.end());
  ASSERT_GT(ids.size(), 100U) << "more than one stretch";
  const std::vector<double> all = log_probabilities(model, ids);
  ASSERT_EQ(all.size(), ids.size() - 1);
  const double mean =
      std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  EXPECT_NEAR(-mean, language_score(model, ids).nats, 1e-4);
}

TEST(Pretraining, EveryShapeAndEveryKindOfTokenLearns) {
  using Kind = LearnedTokenizer::Kind;
  for (const bool llama : {false, true}) {
    for (const Kind tokens : {Kind::word, Kind::character, Kind::bpe}) {
      PretrainingPlan plan = small();
      plan.llama = llama;
      plan.tokens = tokens;
      const Pretraining made = trained(plan, 20);
      EXPECT_LT(made.moments.back().held_out, made.moments.front().held_out) << name(tokens);
      EXPECT_FALSE(made.prompt.empty());
    }
  }
}

TEST(Pretraining, OfMomentsOnlyTheLastNeedNotBeDue) {
  PretrainingRun run(small(), sentences(200), "text.txt");
  for (int step = 1; step <= 7; ++step) {
    run.step();
    run.measure();
  }
  const Pretraining made = run.now();
  ASSERT_EQ(made.moments.size(), 3U);
  EXPECT_EQ(made.moments[1].step, 5);
  EXPECT_EQ(made.moments[2].step, 7);
  EXPECT_EQ(made.moment_at(0), 0U);
  EXPECT_EQ(made.moment_at(6), 1U);
  EXPECT_EQ(made.moment_at(1'000'000), 2U);
}

TEST(Pretraining, SaysWhatCannotBe) {
  PretrainingPlan plan = small();
  plan.heads = 3;
  EXPECT_THROW(PretrainingRun(plan, sentences(50), "text.txt"), UserError);
  EXPECT_THROW(PretrainingRun(small(), "too short", "text.txt"), UserError);
  plan = small();
  plan.file = "/nowhere/at/all.txt";
  EXPECT_THROW(PretrainingRun{plan}, UserError);
}

TEST(PretrainingRecording, ComesBackAsItWasWritten) {
  const testing::TemporaryFolder folder;
  Pretraining made = trained(small(), 10);
  made.few = {40, {0, 10}, {5, 2}, {5, 6}};
  write_pretraining(folder.path() / "x.safetensors", made);
  const PretrainingPtr read = read_pretraining(folder.path() / "x.safetensors");
  EXPECT_EQ(read->text, "text.txt");
  EXPECT_EQ(read->prompt, made.prompt);
  EXPECT_EQ(read->tokens, made.tokens);
  EXPECT_EQ(read->kinds, made.kinds);
  EXPECT_EQ(read->few.steps, made.few.steps);
  EXPECT_FALSE(read->made_by.empty());
  ASSERT_EQ(read->moments.size(), made.moments.size());
  const std::vector<int> ids = made.moments.back().model->target().encode("The old man sleeps .");
  for (std::size_t m = 0; m < made.moments.size(); ++m) {
    EXPECT_EQ(read->moments[m].step, made.moments[m].step);
    EXPECT_NEAR(read->moments[m].held_out, made.moments[m].held_out, 0.01);
    EXPECT_NEAR(log_probabilities(*read->moments[m].model, ids)[0],
                log_probabilities(*made.moments[m].model, ids)[0], 0.05);
  }
}

TEST(PretrainingRecording, AnotherFileIsRefused) {
  const testing::TemporaryFolder folder;
  write_file(folder.path() / "x.safetensors", "no recording");
  EXPECT_THROW(read_pretraining(folder.path() / "x.safetensors"), UserError);
}

// What the lesson's steps say of the recording that ships.
TEST(PretrainingRecording, TheShippedOneFallsInStages) {
  const Pretraining& shipped = *shipped_pretraining();
  const auto held_out = [&](std::int64_t step) {
    const PretrainingMoment& moment = shipped.moments[shipped.moment_at(step)];
    EXPECT_EQ(moment.step, step);
    return moment.held_out;
  };
  EXPECT_NEAR(held_out(30), shipped.counted[0], 0.1) << "as if tokens were counted";
  EXPECT_LT(held_out(300), shipped.counted[1]) << "better than pairs";
  EXPECT_LT(held_out(1000), shipped.counted[2]) << "better than triples";
  const auto& right = shipped.moments[shipped.moment_at(100)].right;
  EXPECT_GT(right[static_cast<std::size_t>(TokenKind::one_before)],
            right[static_cast<std::size_t>(TokenKind::further_back)] + 0.1);
  EXPECT_LT(shipped.few.train.back(), 0.3) << "by heart";
  EXPECT_GT(shipped.few.held_out.back(), shipped.few.held_out.front()) << "worse than at first";
}

}  // namespace
}  // namespace glassformer
