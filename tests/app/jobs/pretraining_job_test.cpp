#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/jobs/pretraining_job.h"
#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using State = PretrainingSnapshot::State;

std::string tale(int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += "the cat sat on the mat. the dog ran to the cat.\n";
  return text;
}

class PretrainingJobTest : public ::testing::Test {
 protected:
  PretrainingPlan plan_for(std::string_view text) {
    const std::filesystem::path file = folder_.path() / "own.txt";
    write_file(file, text);
    PretrainingPlan plan;
    plan.file = file.string();
    plan.layers = 1;
    plan.width = 8;
    plan.heads = 2;
    plan.steps = 30;
    return plan;
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(PretrainingJobTest, WaitsUntrainedThenLearnsToTheEnd) {
  PretrainingJob job(pretraining_body(plan_for(tale(60)), nullptr));
  job.wait();
  ASSERT_EQ(job.latest()->state, State::paused) << job.latest()->error;
  ASSERT_TRUE(job.latest()->course);
  EXPECT_EQ(job.latest()->course->moments.size(), 1U);
  job.start();
  job.wait();
  const PretrainingSnapshotPtr end = job.latest();
  EXPECT_EQ(end->state, State::finished);
  EXPECT_EQ(end->course->losses.size(), 30U);
  EXPECT_EQ(end->course->moments.back().step, 30);
  EXPECT_LT(end->course->moments.back().held_out, end->course->moments.front().held_out);
}

TEST_F(PretrainingJobTest, StoppedAndResumedItIsTheSameCurve) {
  PretrainingJob whole(pretraining_body(plan_for(tale(60)), nullptr));
  whole.start();
  whole.wait();
  PretrainingJob stopped(pretraining_body(plan_for(tale(60)), nullptr));
  for (int i = 0; i < 3; ++i) {
    stopped.single_step();
    stopped.wait();
    EXPECT_EQ(stopped.latest()->course->moments.back().step, i + 1) << "the newest can be shown";
  }
  stopped.start();
  stopped.wait();
  EXPECT_EQ(stopped.latest()->course->losses, whole.latest()->course->losses);
}

TEST_F(PretrainingJobTest, WhatCannotBeLearnedIsASentence) {
  for (const std::string& text : {std::string("short"), std::string("\xFF\xFEh\0i\0", 6)}) {
    PretrainingJob job(pretraining_body(plan_for(text), nullptr));
    job.wait();
    EXPECT_EQ(job.latest()->state, State::failed);
    EXPECT_NE(job.latest()->error.find("own.txt"), std::string::npos) << job.latest()->error;
    EXPECT_FALSE(job.latest()->course);
  }
}

}  // namespace
}  // namespace glassformer
