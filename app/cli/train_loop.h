#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/cli/command_options.h"
#include "app/cli/long_run.h"
#include "app/cli/training_lock.h"
#include "core/train/checkpoint_training.h"
#include "core/train/task_settings.h"

namespace glassformer {

// What every command that trains a network is asked for, whatever the data.
struct LoopOptions {
  std::string out, tokens = "word", backend = "cpu";
  int steps = 3000, every = 250, patience = 8, threads = 0;
  double minutes = 0;
  bool f16 = false, resume = false;
  std::vector<std::string> reads = {};  // files that it learns from: OUT must be none of them
};
// How the command speaks of its data in the help.
struct LoopWords {
  std::string tokens, vocabulary, batch, held_out;
  bool tokenizer_files = false;  // --tokens may name the file or folder of a tokenizer, too
};
void declare_loop(const CommandOptions& app, const LoopWords& words, LoopOptions& options,
                  int& vocabulary, TaskSettings& settings, AdamSettings& adam);
// Before anything is read or trained: throws UserError if the settings do not go together, if
// nothing can be written to OUT, if another training writes it, or if the checkpoint of one that
// was stopped would be lost. As long as the lock lives, no other training writes there.
TrainingLock begin_loop(const LoopOptions& options, const TaskSettings& settings);

// Of a model on held-out data.
using TakeScore = std::function<HeldOutScore(const Checkpoint& model)>;

// The loop around a training: scores, the best model so far, checkpoints, when to end.
class TrainLoop {
 public:
  // The references must outlive it.
  TrainLoop(const LoopOptions& options, CheckpointTraining& training, TakeScore take_score);

  // Trains, and keeps the best model in OUT; false if Ctrl C stopped it, which is then told.
  bool run();
  std::string best_step() const;  // "step 300"
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  void check_disk() const;
  void tell_failure();
  bool out_of_time() const;
  void smooth_loss();
  void show(bool scored);
  void resume();
  bool out_of_patience() const;
  void score(bool counts, bool ended);
  void store(bool better, bool ended);
  void store_stopped();
  void save(const std::filesystem::path& file) const;

  const LoopOptions& options_;
  CheckpointTraining& training_;
  TakeScore take_score_;
  std::filesystem::path checkpoint_;
  Clock::time_point begin_, shown_;
  std::int64_t first_ = 0, tokens_ = 0;
  bool told_ = false;
  double loss_ = 0;
  std::size_t smoothed_ = 0;  // of the losses
  ProgressLine line_;
};

}  // namespace glassformer
