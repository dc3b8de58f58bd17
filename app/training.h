#pragma once

#include <memory>

#include "core/train/training_job.h"

namespace glassformer {

inline constexpr int kTrainingSentences = 30000;  // of the world; the held-out ones are among them

// The training that the window shows, made in the background and waiting to be started: the model
// that is shipped, on the small world from English to French. Null: computed on the CPU.
std::unique_ptr<TrainingJob> world_training(std::shared_ptr<Backend> backend);

}  // namespace glassformer
