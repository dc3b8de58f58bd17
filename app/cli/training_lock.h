#pragma once

#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is not of <csignal>

#include <filesystem>

#include "app/cli/where_to_save.h"

namespace glassformer {

// The lock of a training that has no loop yet, or none any more, which would look after Ctrl C (or
// SIGTERM, or a closed terminal): while it reads its text, which may take minutes, and while it
// makes its last report. Nothing is to be saved then, so the program says so and ends at once, and
// leaves no lock. One at a time.
class TrainingLock {
 public:
  explicit TrainingLock(const std::filesystem::path& out);
  ~TrainingLock();
  TrainingLock(const TrainingLock&) = delete;
  TrainingLock& operator=(const TrainingLock&) = delete;

  // From here on what was learned is on the disk.
  static void tell_saved();

 private:
  OutputLock lock_;
  struct sigaction before_[3] = {};
};

}  // namespace glassformer
