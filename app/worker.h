#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/models/model.h"

namespace glassformer {

// Runs forward passes on a thread of its own, one at a time, the newest wish only. It owns copies
// of all it needs and hands back finished runs: nothing is shared while it works.
class Worker {
 public:
  struct Result {
    RunPtr run;         // null if it failed …
    std::string error;  // … for this reason
    Inputs inputs;
  };

  Worker();
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void submit(Inputs inputs);  // forgets what was wished for before
  void cancel();               // the result of what runs now is thrown away
  // The newest finished run, if it is there within `patience`; none otherwise.
  std::optional<Result> take(std::chrono::milliseconds patience);
  std::optional<Result> take_when_done();  // none if nothing runs
  bool busy() const;
  double busy_for() const;  // seconds since the wish that is running or waiting

 private:
  void work(const std::stop_token& stop);

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Inputs> wish_;
  std::optional<Result> result_;
  bool running_ = false;
  std::uint64_t wished_ = 0;  // numbers the wishes, so that a late result is known as such
  std::uint64_t running_number_ = 0;
  std::chrono::steady_clock::time_point since_;
  std::jthread thread_;  // last: it starts when all else is there, and ends first
};

}  // namespace glassformer
