#pragma once

#include "core/lesson/lesson.h"

// The state of the stage at a step: how the lesson begins, and all that its steps set up to this
// one. Going there step by step or at once leads to the same.
namespace glassformer {

// What steps 0 … `step` set, as one. Without steps: nothing.
Changes stage_changes(const Lesson& lesson, int step);

// Who stands where at this step: as the last new scene has it. Empty: the lesson names no places.
const Places& stage_places(const Lesson& lesson, int step);

// What is computed at this step, with what the user has changed by hand. Cells that steps set stay
// where the user's own sentence has room for them.
Inputs stage_inputs(const Lesson& lesson, int step, const Changes& own = {});

// An option of the user's may take away a matrix in which the lesson sets cells: these become
// optional. False where there are none, so that trying once more would change nothing.
bool let_cells_go(Inputs& inputs, const Changes& own);

// What the step sets is no longer the user's: taken out of `own`. Says what it was ("the sentence",
// "“window”"); nothing, if the step touches nothing of the user's.
std::vector<std::string> overrule(const Changes& step, Changes& own, const Inputs& inputs);

// Whether an option of these is words that are typed.
bool has_typed_words(const Inputs& inputs, const Changes& own);

}  // namespace glassformer
