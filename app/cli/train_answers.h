#pragma once

#include "app/cli/train_loop.h"
#include "core/train/answer_training.h"

namespace glassformer {

// What `train language --task` does: trains on the task in place of a text and keeps the model that
// answers most of the questions kept apart. Returns the exit code.
int train_answers(AnswerPlan plan, LoopOptions& loop);

}  // namespace glassformer
