#include "app/jobs/training_job.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/jobs/training.h"
#include "core/tensor/error.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

using State = TrainingSnapshot::State;

std::unique_ptr<Training> training() {
  TrainingPlan plan;
  TransformerConfig config = testing::small_config();
  config.max_len = 0;
  plan.config = config;
  plan.settings.batch = 2;
  const std::vector<SentencePair> pairs{
      {"the red cat sees a dog.", "le chat rouge voit un chien.", {}},
      {"a big dog eats.", "un grand chien mange.", {}}};
  return std::make_unique<Training>(plan, pairs, std::vector<SentencePair>{});
}

TrainingPace pace(std::int64_t steps) {
  TrainingPace made;
  made.steps = steps;
  made.snapshot_every = 1;
  made.score_every = 2;
  made.threads = 1;
  return made;
}

TEST(TrainingJob, BeginsPausedAndStepsWhenToldTo) {
  TrainingJob job(training_body(training, pace(10)));
  job.wait();
  EXPECT_EQ(job.latest()->state, State::paused);
  EXPECT_EQ(job.latest()->step, 0);
  const TrainingSnapshotPtr before = job.latest();
  job.single_step();
  job.wait();
  job.single_step();
  job.wait();
  const TrainingSnapshotPtr after = job.latest();
  EXPECT_EQ(after->step, 2);
  EXPECT_EQ(after->losses.size(), 2u);
  EXPECT_EQ(after->scores.size(), 1u);
  EXPECT_EQ(after->example, "the red cat sees a dog.");
  EXPECT_NE(before->model->params.value(0), after->model->params.value(0));
  EXPECT_EQ(before->step, 0);  // what was published stays as it was
}

TEST(TrainingJob, RunsToItsEndLikeATrainingWithoutAThread) {
  TrainingJob job(training_body(training, pace(6)));
  job.start();
  job.wait();
  EXPECT_EQ(job.latest()->state, State::finished);
  const auto alone = training();
  for (int i = 0; i < 6; ++i) alone->step();
  EXPECT_EQ(job.latest()->losses, alone->losses());
  EXPECT_EQ(job.timeline().size(), 7u);
  EXPECT_EQ(job.timeline()[3]->step, 3);
}

// The world's sentences wait for the next training of their direction, not of another.
TEST(WindowTraining, IsOfItsDirectionWhateverWasTrainedBefore) {
  const auto knows = [](const std::string& what, const char* word) {
    TrainingJob job(window_training(nullptr, what));
    job.wait();
    const auto& pieces = job.latest()->model->target().pieces();
    return std::ranges::find(pieces, word) != pieces.end();
  };
  EXPECT_TRUE(knows("en-fr", "le"));
  EXPECT_TRUE(knows("en-de", "der"));
  EXPECT_TRUE(knows("en-fr", "le"));
}

TEST(TrainingJob, ALongTimelineIsThinned) {
  TrainingJob job(training_body(training, pace(300)));
  job.start();
  job.wait();
  const auto timeline = job.timeline();
  EXPECT_LE(timeline.size(), 128u);
  EXPECT_GT(timeline.size(), 60u);
  EXPECT_EQ(timeline.front()->step, 0);
  for (std::size_t i = 1; i < timeline.size(); ++i) {
    EXPECT_LT(timeline[i - 1]->step, timeline[i]->step);
  }
}

TEST(TrainingJob, SaysWhatFailed) {
  TrainingJob job(
      training_body([]() -> std::unique_ptr<Training> { throw UserError("no pairs"); }, pace(5)));
  job.start();
  job.wait();
  EXPECT_EQ(job.latest()->state, State::failed);
  EXPECT_EQ(job.latest()->error, "no pairs");
}

TEST(TrainingJob, EndsInTheMiddle) {
  TrainingJob job(training_body(training, pace(1'000'000)));
  job.start();
}

}  // namespace
}  // namespace glassformer
