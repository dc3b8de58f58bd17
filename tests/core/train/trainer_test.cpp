#include "core/train/trainer.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

// One weight, and what its steps are to find.
class Written : public TrainingTask {
 public:
  Written() { params_.add_filled("w", {1, 1}, 1); }
  Params& params() override { return params_; }
  int begin_step(std::int64_t) override { return 2; }
  double run_shard(int) override { return loss; }
  const Mat& gradient(int, int) override { return slope; }
  double rate(std::int64_t step) const override { return 0.01 * static_cast<double>(step); }
  int tokens() const override { return 7; }

  double loss = 1;
  Mat slope = Mat(1, 1, 0.25);

 private:
  Params params_;
};

TEST(Trainer, AStepIsMadeAtItsOwnRate) {
  Written task;
  AdamSettings settings;
  settings.clip = 0;
  Trainer trainer(task, settings);
  const StepResult first = trainer.step();
  EXPECT_EQ(first.step, 1);
  EXPECT_EQ(first.rate, 0.01);
  EXPECT_EQ(first.loss, 2) << "of both shards";
  EXPECT_EQ(first.gradient, 0.5);
  EXPECT_EQ(first.tokens, 7);
  EXPECT_NEAR(task.params().value(0)(0, 0), 0.99, 1e-6) << "the first step is the rate";
  EXPECT_EQ(trainer.step().rate, 0.02);
}

// A loss or a gradient that is no number ends a training, and nothing was moved.
TEST(Trainer, WhatIsNoNumberIsSaid) {
  for (const bool of_loss : {true, false}) {
    Written task;
    if (of_loss) {
      task.loss = std::numeric_limits<double>::quiet_NaN();
    } else {
      task.slope = Mat(1, 1, std::numeric_limits<Real>::infinity());
    }
    Trainer trainer(task, {});
    EXPECT_THROW(trainer.step(), UserError);
    EXPECT_TRUE(of_loss || task.params().value(0)(0, 0) == 1);
  }
}

}  // namespace
}  // namespace glassformer
