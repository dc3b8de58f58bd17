#pragma once

#include <string_view>

#include "core/lesson/lesson.h"

namespace glassformer {

// Options of the lesson and its steps that mean nothing with what has been put into the slot are
// left out (SlotUse::dependent): an expression whose words the vectors lack, heads that the model
// has not.
void leave_out_dependent(Lesson& lesson, std::string_view slot);
// Those of `own`, that stand over the lesson's at the step.
void leave_out_dependent(const Lesson& lesson, int step, std::string_view slot, Changes& own);

}  // namespace glassformer
