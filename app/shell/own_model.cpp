#include "app/shell/own_model.h"

#include <cstdint>

#include "app/jobs/training.h"
#include "core/scenes/language/pretraining_slot.h"
#include "core/scenes/records/pre_training.h"

namespace glassformer {

CheckpointPtr own_model(const Session& session) {
  const Inputs& shown = session.shown();
  const PretrainingPtr course = shown.resources.get(slots::pretraining);
  if (course && course->made_by.empty()) {  // else it is a recording
    const double after = value_of(shown, pre_training_options::after);
    return course->moments[course->moment_at(static_cast<std::int64_t>(after))].model;
  }
  const CheckpointPtr model = shown.resources.get(slots::model);
  return model && is_made_here(*model) ? model : nullptr;
}

}  // namespace glassformer
