#pragma once

#include <atomic>
#include <exception>

namespace glassformer {

// How far a forward pass is, seen from another thread, and the way to stop it.
struct Progress {
  std::atomic<bool> stop{false};
  std::atomic<double> expected{0};  // cells that the whole pass makes, about; 0: not known yet
  std::atomic<double> made{0};      // cells made so far

  void restart();
  double share() const;  // 0 … 1; 0 while unknown
};

// Thrown by Tape::record() once stop is set: nobody wants the result any more.
struct Stopped : std::exception {
  const char* what() const noexcept override { return "the forward pass was stopped"; }
};

// While it lives, what the tapes of this thread record counts there.
class Watch {
 public:
  explicit Watch(Progress& progress);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  Progress* before_;
};

// Of this thread; both do nothing when nobody watches.
void expect_cells(double cells);
void made_cells(double cells);  // throws Stopped

}  // namespace glassformer
