#pragma once

#include <atomic>
#include <exception>

namespace glassformer {

// How far a forward pass has come, and a way to stop it, for other threads.
struct Progress {
  std::atomic<bool> stop{false};
  std::atomic<double> expected{0};  // roughly how many cells the whole pass has; 0: unknown yet
  std::atomic<double> made{0};      // how many are computed so far

  void restart();
  double share() const;  // 0 … 1; 0 while unknown
};

// Thrown by Tape::record() once `stop` is set.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "the forward pass was stopped"; }
};

// While it lives, all that this thread's tapes record counts towards `progress`.
class Watch {
 public:
  explicit Watch(Progress& progress);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  Progress* before_;
};

// For this thread's Watch; without one they do nothing.
void expect_cells(double cells);
void made_cells(double cells);  // throws Stopped

}  // namespace glassformer
