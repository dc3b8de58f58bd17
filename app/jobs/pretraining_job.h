#pragma once

#include <cstdint>
#include <memory>

#include "app/jobs/job.h"
#include "core/grad/backend.h"
#include "core/scenes/language/pretraining_slot.h"
#include "core/train/pretraining.h"

namespace glassformer {

// A language model that learns in the window, and all that was measured of it so far.
struct PretrainingSnapshot : JobSnapshot {
  std::int64_t step = 0;
  PretrainingPtr course;  // null while the text is read
  double tokens_per_second = 0;
};
using PretrainingSnapshotPtr = std::shared_ptr<const PretrainingSnapshot>;
using PretrainingJob = Job<PretrainingSnapshot>;

// One unit of this job is one step. What is wrong with the text becomes the message of a snapshot
// that failed. Backend null: computed on the CPU.
PretrainingJob::Body pretraining_body(PretrainingPlan plan, std::shared_ptr<Backend> backend);

}  // namespace glassformer
