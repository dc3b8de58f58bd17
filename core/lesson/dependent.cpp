#include "core/lesson/dependent.h"

#include <map>
#include <string>

#include "core/lesson/stage.h"

namespace glassformer {

namespace {

void leave_out(const SlotUse& use, const Inputs& inputs, std::map<std::string, Option>& options) {
  if (use.dependent.empty() || (use.fits != nullptr && use.fits(inputs))) return;
  for (const std::string& option : use.dependent) options.erase(option);
}

}  // namespace

void leave_out_dependent(Lesson& lesson, std::string_view slot) {
  const SlotUse* const use = slot_use(lesson.inputs, slot);
  if (use == nullptr) return;
  leave_out(*use, lesson.inputs, lesson.inputs.options);
  for (Step& one : lesson.steps) {
    Inputs inputs = lesson.inputs;
    apply(one.set, inputs);
    leave_out(*use, inputs, one.set.options);
  }
}

void leave_out_dependent(const Lesson& lesson, int step, std::string_view slot, Changes& own) {
  const SlotUse* const use = slot_use(lesson.inputs, slot);
  if (use != nullptr) leave_out(*use, stage_inputs(lesson, step, own), own.options);
}

}  // namespace glassformer
