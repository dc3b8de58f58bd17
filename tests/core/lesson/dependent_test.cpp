#include "core/lesson/dependent.h"

#include <gtest/gtest.h>

#include "core/lesson/stage.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

// A step switches a head that the user's model has not.
TEST(Dependent, WhatAModelHasNotIsLeftOut) {
  Lesson lesson = parse_lesson(R"({"id": "a", "title": "A", "model": "transformer",
      "text": "the red cat sees a dog .", "steps": [
        {"title": "One", "set": {"config": {"head_scale": "encoder.0.1=0"}}},
        {"title": "Two", "set": {"config": {"head_scale": "encoder.0.4=0"}}}]})",
                               "a.json");
  lesson.inputs.resources.set(slots::model, std::make_shared<const Checkpoint>(
                                                testing::tiny_checkpoint(testing::small_config())));
  leave_out_dependent(lesson, slots::model.name);
  EXPECT_TRUE(lesson.steps[0].set.options.contains("head_scale"));
  EXPECT_FALSE(lesson.steps[1].set.options.contains("head_scale")) << "it has two heads a layer";
  EXPECT_NO_THROW(run(stage_inputs(lesson, 1)));
}

// Cells that a step sets may lie outside of what another model has.
TEST(Dependent, CellsOfStepsAreOptionalWithAModelOfTheUsers) {
  Lesson lesson = parse_lesson(R"({"id": "a", "title": "A", "model": "transformer",
      "text": "the red cat sees a dog .", "steps": [
        {"title": "One", "set": {"edits": {"encoder.input": [[0, 60, 1]]}}}]})",
                               "a.json");
  EXPECT_FALSE(stage_inputs(lesson, 0).edits.empty());
  lesson.inputs.resources.set(slots::model, std::make_shared<const Checkpoint>(
                                                testing::tiny_checkpoint(testing::small_config())));
  EXPECT_NO_THROW(run(stage_inputs(lesson, 0))) << "its rows have 8 columns";
}

}  // namespace
}  // namespace glassformer
