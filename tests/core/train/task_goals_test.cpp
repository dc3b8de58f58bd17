#include "core/train/task_goals.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(TaskGoals, WhatIsJustReachedIsReached) {
  TaskGoal goal;
  goal.share = 0.9;
  goal.aligned = 0.5;
  GoalResult found;
  found.exact = 0.9;
  found.aligned = 0.5;
  EXPECT_TRUE(goal.met(found));
  found.exact = 0.89;
  EXPECT_FALSE(goal.met(found));
  found.exact = 1;
  found.aligned = 0.49;
  EXPECT_FALSE(goal.met(found));
  found.aligned = 1;
  goal.at_least = false;  // what must not be reached
  found.exact = 0.9;
  EXPECT_FALSE(goal.met(found));
  found.exact = 0.89;
  EXPECT_TRUE(goal.met(found));
}

// A clock that tells one second more each time: a single step is made.
GoalResult after_one_step(TaskGoal goal) {
  goal.data.count = 600;
  goal.data.digits = 5;
  goal.data.fewest_digits = 5;
  goal.config.d_embedding = goal.config.width = 8;
  goal.settings.batch = 8;
  goal.seconds = 1;
  double now = 0;
  return try_goal(goal, 1, [&] { return now += 1; });
}

TaskGoal reversing() {
  for (const TaskGoal& goal : task_goals()) {
    if (goal.name == "reverse 8 digits") return goal;
  }
  return {};
}

TEST(TaskGoals, InputsOfBothLimitsCount) {
  TaskGoal goal = reversing();
  const GoalResult all = after_one_step(goal);
  EXPECT_EQ(all.steps, 1);
  ASSERT_GT(all.sentences, 0);
  goal.shortest = goal.longest = 5;
  EXPECT_EQ(after_one_step(goal).sentences, all.sentences);
  goal.shortest = goal.longest = 6;
  EXPECT_EQ(after_one_step(goal).sentences, 0);
}

// Whoever has learned nothing looks at the right one of five places hardly more often than by
// chance.
TEST(TaskGoals, WhoHasLearnedNothingAlignsLittle) {
  const GoalResult found = after_one_step(reversing());
  EXPECT_GT(found.aligned, 0);
  EXPECT_LT(found.aligned, 0.45);
}

}  // namespace
}  // namespace glassformer
