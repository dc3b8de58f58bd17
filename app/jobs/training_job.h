#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/jobs/job.h"
#include "core/train/training.h"

namespace glassformer {

// The training of a checkpoint as it was at one moment.
struct TrainingSnapshot : JobSnapshot {
  std::int64_t step = 0;
  // What a model of a recording made of one sentence: the model itself is too large to ship.
  struct Seen {
    std::vector<std::string> source;
    std::vector<std::string> translation;
    std::vector<std::vector<Mat>> cross;  // by layer and head: translation × source, weights
  };
  std::vector<double> losses;         // of every step so far, or of the steps below
  std::vector<double> loss_steps;     // of a recording, which keeps some of them; empty: all
  std::vector<TrainingScore> scores;  // in the order they were taken
  CheckpointPtr model;                // a copy of its own; null while preparing, or recorded
  std::shared_ptr<const Seen> seen;   // of a recording; else null
  std::string example;  // a source to try: one that is held out, if any are; empty while preparing
  double tokens_per_second = 0;
  std::int64_t position() const { return step; }
  std::size_t bytes() const;  // of the model
};
using TrainingSnapshotPtr = std::shared_ptr<const TrainingSnapshot>;
using TrainingJob = Job<TrainingSnapshot>;

struct TrainingPace {
  std::int64_t steps = 3000;                   // then it is finished
  int snapshot_every = 25;                     // steps
  int score_every = 250;                       // steps
  int scored = 100;                            // held-out sentences
  int threads = 0;                             // 0: one for each core
  std::shared_ptr<Backend> backend = nullptr;  // where a step is computed; null: on the CPU
};

// One unit of this job is one step. `make` is called on the job's thread.
TrainingJob::Body training_body(std::function<std::unique_ptr<Training>()> make, TrainingPace pace);

}  // namespace glassformer
