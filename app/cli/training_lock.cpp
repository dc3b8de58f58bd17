#include "app/cli/training_lock.h"

#include <unistd.h>

#include <climits>
#include <csignal>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace glassformer {

namespace {

constexpr int ended = 0, not_done = 2;  // exit codes
constexpr int stopping[] = {SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t saved = 0;
char lock_of_training[PATH_MAX] = {};

// Calls nothing that a signal might have interrupted.
void stop(int) {
  ::unlink(lock_of_training);
  const std::string_view told = saved != 0 ? "\nglassformer: stopped; what was learned is saved\n"
                                           : "\nglassformer: stopped before anything was learned\n";
  if (::write(STDERR_FILENO, told.data(), told.size()) < 0) ::_exit(not_done);
  ::_exit(saved != 0 ? ended : not_done);
}

}  // namespace

TrainingLock::TrainingLock(const std::filesystem::path& out) : lock_(out) {
  saved = 0;
  const std::string& file = lock_.file();
  lock_of_training[file.copy(lock_of_training, sizeof lock_of_training - 1)] = '\0';
  struct sigaction action {};
  action.sa_handler = stop;
  for (std::size_t i = 0; i < std::size(stopping); ++i) {
    ::sigaction(stopping[i], &action, &before_[i]);
    // Who starts it by nohup wants it to go on.
    if (before_[i].sa_handler == SIG_IGN) ::sigaction(stopping[i], &before_[i], nullptr);
  }
}

TrainingLock::~TrainingLock() {
  for (std::size_t i = 0; i < std::size(stopping); ++i) {
    ::sigaction(stopping[i], &before_[i], nullptr);
  }
}

void TrainingLock::tell_saved() {
  saved = 1;
}

}  // namespace glassformer
