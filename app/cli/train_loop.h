#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/cli/command_options.h"
#include "app/cli/long_run.h"
#include "core/train/checkpoint_training.h"
#include "core/train/task_settings.h"

namespace glassformer {

// What every command that trains a network is asked for, whatever the data.
struct LoopOptions {
  std::string out, tokens = "word", backend = "cpu";
  int steps = 3000, every = 250, patience = 8, threads = 0;
  double minutes = 0;
  bool f16 = false, resume = false;
};
// How the command speaks of its data in the help.
struct LoopWords {
  std::string tokens, vocabulary, batch, held_out;
};
void declare_loop(const CommandOptions& app, const LoopWords& words, LoopOptions& options,
                  int& vocabulary, TaskSettings& settings, AdamSettings& adam);
// Before anything is trained: throws UserError if nothing can be written to OUT.
void begin_loop(const LoopOptions& options);

// What a score on held-out data comes to.
struct LoopScore {
  std::vector<double> merit;  // larger is better, the first before the second
  std::string text;           // "98.0 % exact  BLEU 99.1"
};

// The loop around a training: scores, the best model so far, checkpoints, when to end.
class TrainLoop {
 public:
  // The references must outlive it.
  TrainLoop(const LoopOptions& options, CheckpointTraining& training,
            std::function<LoopScore()> take_score);

  // Trains, and keeps the best model in OUT; false if Ctrl C stopped it, which is then told.
  bool run();
  std::int64_t best_step() const { return best_step_; }
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  void tell_failure();
  bool out_of_time() const;
  void smooth_loss();
  void show(bool scored);
  bool score();
  void save() const;

  const LoopOptions& options_;
  CheckpointTraining& training_;
  std::function<LoopScore()> take_score_;
  std::filesystem::path checkpoint_;
  Clock::time_point begin_, shown_;
  std::int64_t first_ = 0, tokens_ = 0, best_step_ = 0;
  bool told_ = false;
  double loss_ = 0;
  std::size_t smoothed_ = 0;  // of the losses
  LoopScore best_, score_;
  int since_best_ = 0;
  ProgressLine line_;
};

}  // namespace glassformer
