#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/train/training.h"

namespace glassformer {

// A training as it was at one moment; never changes once published.
struct TrainingSnapshot {
  enum class State { preparing, running, paused, finished, failed };
  State state = State::preparing;
  std::int64_t step = 0;
  std::vector<double> losses;               // of every step so far
  std::vector<TrainingScore> scores;     // in the order they were taken
  CheckpointPtr model;  // a copy of its own; null while preparing
  std::string example;  // a source to try: one that is held out, if any are; empty while preparing
  double tokens_per_second = 0;
  std::string message;  // what failed
};
using TrainingSnapshotPtr = std::shared_ptr<const TrainingSnapshot>;

struct TrainingPace {
  std::int64_t steps = 3000;                   // then it is finished
  int snapshot_every = 25;                     // steps
  int score_every = 250;                       // steps
  int scored = 100;                            // held-out sentences
  int threads = 0;                             // 0: one for each core
  std::shared_ptr<Backend> backend = nullptr;  // where a step is computed; null: on the CPU
};

// A training on a thread of its own, for a window to watch: it owns its data and publishes
// snapshots. It begins paused. All functions may be called from any thread and return at once, but
// for wait() and the destructor.
class TrainingJob {
 public:
  // `make` is called on the job's thread; a UserError from it, or from a step, becomes a snapshot
  // that failed.
  using Make = std::function<std::unique_ptr<Training>()>;
  TrainingJob(Make make, TrainingPace pace);
  ~TrainingJob();  // ends after the step in progress
  TrainingJob(const TrainingJob&) = delete;
  TrainingJob& operator=(const TrainingJob&) = delete;

  void start();
  void pause();
  void single_step();  // one step, then paused
  void wait() const;   // until it neither runs nor prepares

  TrainingSnapshotPtr latest() const;
  // Snapshots from the beginning to now, for a timeline; at most 128, thinned evenly.
  std::vector<TrainingSnapshotPtr> timeline() const;

 private:
  void run(const Make& make);
  bool next_step(const Training&);  // waits until one is wanted; false: the job ends
  void publish(const Training* training, TrainingSnapshot::State state,
               std::string message);
  void take_time(const Training& training);
  bool done() const;

  const TrainingPace pace_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool ending_ = false;
  bool stepping_ = false;
  std::int64_t wanted_ = 0;  // steps to go; −1: until paused
  TrainingSnapshotPtr latest_;
  std::vector<TrainingSnapshotPtr> timeline_;
  std::int64_t timeline_gap_ = 1;  // of the snapshots, every so manieth is kept
  std::int64_t published_ = 0;
  std::vector<TrainingScore> scores_;
  double tokens_per_second_ = 0;
  std::int64_t tokens_ = 0;  // since it was taken, and how long they took
  std::chrono::steady_clock::duration spent_{};
  std::thread thread_;
};

}  // namespace glassformer
