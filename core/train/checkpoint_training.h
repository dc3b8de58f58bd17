#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/train/trainer.h"

namespace glassformer {

// Throws UserError if to train a network with these parameters takes more memory than may be taken.
void check_training_memory(const std::vector<Parameter>& parameters);

// What a score on held-out data comes to.
struct HeldOutScore {
  static constexpr std::int64_t unknown_step = -1;

  std::vector<double> merit;  // larger is better, the first before the second
  std::string text;           // "98.0 % exact  BLEU 99.1"
  std::int64_t step = unknown_step;
};

// The scores of a training so far: which model is the one to keep, and for how long none was
// better. It goes with the checkpoint, so that a resumed training never takes a worse model for the
// best.
struct ScoreRecord {
  HeldOutScore best;  // no merit: none was taken yet. Its step may be unknown
  HeldOutScore last;
  int since_best = 0;  // scores since the first merit rose last

  bool empty() const { return best.merit.empty(); }
  // True if this is the best so far. A score between those that every run takes does not count
  // against its patience.
  bool take(const HeldOutScore& score, bool counts = true);
};

// Whether that checkpoint is of a training that came to its end: nothing is lost if another
// replaces it. False for one that was stopped, and for what is no checkpoint.
bool has_ended(const std::filesystem::path& checkpoint);

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

  // Gives back what the last step held; the next takes it again. While nothing is learned.
  void rest() const { task_->rest(); }

  ScoreRecord& scores() { return scores_; }

  // Everything that the next step depends on, and the scores. Written whole or not at all. `ended`:
  // no step is to come.
  void save_checkpoint(const std::filesystem::path& file, bool ended = false) const;
  // Throws UserError if the file is no checkpoint of this very plan. False: it was written by an
  // earlier version, which kept no scores; the record is then empty.
  bool resume(const std::filesystem::path& file);

 protected:
  using MakeTask = std::function<std::unique_ptr<TrainingTask>(Checkpoint&)>;
  CheckpointTraining(Checkpoint untrained, const MakeTask& make_task, AdamSettings adam);
  // What must be the same for a curve to go on, in words.
  virtual std::string fingerprint() const = 0;
  TrainingTask& task() const { return *task_; }
  // Before a model is scored: what the last step held is given back. Returns what the training
  // holds beside that model, in bytes.
  double make_room() const;

 private:
  Checkpoint checkpoint_;
  std::unique_ptr<TrainingTask> task_;
  ScoreRecord scores_;
  // Bring weights and losses to the host when they are asked for.
  mutable Trainer trainer_;
  mutable std::vector<double> losses_;
};

}  // namespace glassformer
