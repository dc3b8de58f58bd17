#include "core/train/block_trials.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/formats/recording_file.h"
#include "core/tensor/error.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

BlockTrialPlan short_plan() {
  BlockTrialPlan plan;
  plan.size.d_model = 16;
  plan.size.layers = 2;
  plan.sentences = 400;
  plan.length = 16;
  plan.batch = 4;
  plan.steps = 4;
  plan.decay = 2;
  plan.warmup = 2;
  plan.seeds = 2;
  plan.moments = 2;
  plan.scored = 200;
  return plan;
}

BlockTrials tried() {
  static const BlockTrials trials = try_blocks(short_plan(), [](double) {});
  return trials;
}

TEST(BlockTrials, TryEachStageFromEachSeed) {
  const BlockTrials trials = tried();
  ASSERT_EQ(trials.trials.size(), block_stages + 2U);
  EXPECT_EQ(trials.steps, (std::vector<int>{0, 2, 4}));
  EXPECT_EQ(trials.batch_tokens, 64);
  for (const BlockTrials::Trial& trial : trials.trials) {
    EXPECT_EQ(trial.losses.rows(), 3);
    EXPECT_EQ(trial.losses.cols(), 2);
    EXPECT_NE(trial.losses(2, 0), trial.losses(2, 1)) << trial.name;
    EXPECT_GT(trial.parameters, 0);
  }
  EXPECT_TRUE(trials.trials[0].warms_up);
  EXPECT_FALSE(trials.trials[block_stages].warms_up);
  EXPECT_EQ(trials.trials[block_stages].name, "2017");
}

TEST(BlockTrials, AreTheSameForTheSameSeeds) {
  const BlockTrials once = tried(), again = try_blocks(short_plan(), [](double) {});
  for (std::size_t i = 0; i < once.trials.size(); ++i) {
    EXPECT_EQ(once.trials[i].losses, again.trials[i].losses) << once.trials[i].name;
  }
}

TEST(BlockTrials, ComeBackFromTheirFile) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "trials.safetensors";
  write_trials(file, "a command", tried());
  const BlockTrials read = read_trials(file, "a command");
  EXPECT_EQ(read.steps, tried().steps);
  EXPECT_EQ(read.seeds, tried().seeds);
  ASSERT_EQ(read.trials.size(), tried().trials.size());
  for (std::size_t i = 0; i < read.trials.size(); ++i) {
    EXPECT_EQ(read.trials[i].name, tried().trials[i].name);
    EXPECT_EQ(read.trials[i].parameters, tried().trials[i].parameters);
    EXPECT_EQ(read.trials[i].warms_up, tried().trials[i].warms_up);
    EXPECT_EQ(read.trials[i].losses, tried().trials[i].losses);
  }
}

TEST(BlockTrials, AFileThatLacksANetworkIsRefused) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "trials.safetensors";
  BlockTrials few = tried();
  few.trials.resize(3);
  write_trials(file, "a command", few);
  EXPECT_THROW(read_trials(file, "a command"), UserError);
}

// The shipped recording is what the lesson speaks of.
TEST(BlockTrials, OursHasAllStagesAndIsSmall) {
  const auto file = recording_file("since-2017");
  const BlockTrials ours = read_trials(file, "glassformer record since-2017");
  ASSERT_EQ(ours.trials.size(), block_stages + 2U);
  for (int i = 0; i < block_stages; ++i) {
    EXPECT_EQ(ours.trials[static_cast<std::size_t>(i)].name, name(static_cast<BlockStage>(i)));
  }
  EXPECT_GE(ours.seeds.size(), 3U);
  EXPECT_EQ(ours.steps.back(), BlockTrialPlan{}.steps);
  EXPECT_LE(std::filesystem::file_size(file), 20'000U);
}

}  // namespace
}  // namespace glassformer
