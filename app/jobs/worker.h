#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/grad/progress.h"
#include "core/scenes/scene.h"

namespace glassformer {

// Runs forward passes on a thread of its own, one at a time; of the requests that wait, only the
// newest is kept. It owns copies of all it needs and hands back finished runs: nothing is shared
// while it works.
class Worker {
 public:
  struct Result {
    RunPtr run;         // null if it failed …
    std::string error;  // … for this reason
    Inputs inputs;
    std::size_t tag = 0;  // as it was submitted
  };

  Worker();
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Replaces the request that waits, if any. The tag comes back with the result.
  void submit(Inputs inputs, std::size_t tag = 0);
  // The next pass takes over from this run what its inputs leave unchanged; later passes, from the
  // pass before.
  void start_from(RunPtr run);
  void compute_on(std::shared_ptr<Backend> backend);  // from the next pass on; null: the CPU
  void cancel();                                      // stops what runs, and forgets what waits
  // The newest finished run, if it is there within `patience`; none otherwise.
  std::optional<Result> take(std::chrono::milliseconds patience);
  std::optional<Result> take_when_done();  // none if nothing runs
  bool busy() const;
  double busy_for() const;  // seconds since the running or waiting request was submitted
  double share() const { return progress_.share(); }  // of the running pass that is done, 0 … 1

 private:
  void work(const std::stop_token& stop);
  void stop_running();
  bool wanted() const;  // something runs or waits whose result will be handed out
  double seconds_since_start() const;

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<Backend> backend_;
  RunPtr earlier_;
  std::optional<Result> request_;  // without its run
  std::optional<Result> result_;
  bool running_ = false;
  bool unwanted_ = false;  // what runs was cancelled
  Progress progress_;      // of what runs now
  std::chrono::steady_clock::time_point since_;
  std::jthread thread_;  // last: it starts when all else is there, and ends first
};

}  // namespace glassformer
