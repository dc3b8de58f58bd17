#pragma once

#include <filesystem>

#include "app/cli/long_run.h"
#include "core/embed/train/vector_training.h"

namespace glassformer {

// How a training went that was run in rounds.
struct Rounds {
  bool finished = false;
  bool saved = false;     // stopped, and the checkpoint is written
  bool has_loss = false;  // at least one round had a loss, so something was learned
  double loss = 0;        // as RunningLoss tells it, of what came before a stop too
};

// Rounds with a line that tells how far it is, and a checkpoint every minute. A checkpoint that
// cannot be written is said once and ends nothing. Throws UserError if the training diverges.
Rounds run_rounds(VectorTraining& training, const std::filesystem::path& checkpoint,
                  const Interrupts& interrupts);

// Throws UserError if it diverged: its vectors must not replace what was trained before.
void check_converged(const VectorTraining& training);

}  // namespace glassformer
