#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/train/trainer.h"

namespace glassformer {

// A checkpoint that is being trained, on whatever task: its params, the optimizer and what has been
// measured. Equal plans and data give equal curves, step for step, for any number of threads, and
// whether or not the training was interrupted and resumed from a checkpoint.
class CheckpointTraining {
 public:
  virtual ~CheckpointTraining() = default;
  CheckpointTraining(const CheckpointTraining&) = delete;
  CheckpointTraining& operator=(const CheckpointTraining&) = delete;

  void step() { trainer_.advance(); }
  std::int64_t steps() const { return trainer_.adam().steps; }
  int tokens() const { return task_->tokens(); }  // predicted in the last step's batch
  // Of every step so far. Like checkpoint() it waits for a device, and throws as step() does.
  const std::vector<double>& losses() const;
  const Checkpoint& checkpoint() const;
  const std::string& device_failure() const { return trainer_.device_failure(); }

  // Everything that the next step depends on. Written whole or not at all.
  void save_checkpoint(const std::filesystem::path& file) const;
  // Throws UserError if the file is no checkpoint of this very plan.
  void resume(const std::filesystem::path& file);

 protected:
  using MakeTask = std::function<std::unique_ptr<TrainingTask>(Checkpoint&)>;
  CheckpointTraining(Checkpoint untrained, const MakeTask& make_task, AdamSettings adam);
  // What must be the same for a curve to go on, in words.
  virtual std::string fingerprint() const = 0;

 private:
  Checkpoint checkpoint_;
  std::unique_ptr<TrainingTask> task_;
  // Bring weights and losses to the host when they are asked for.
  mutable Trainer trainer_;
  mutable std::vector<double> losses_;
};

}  // namespace glassformer
