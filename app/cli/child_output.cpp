#include "app/cli/child_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "core/tensor/error.h"

namespace glassformer {

std::string child_output(const std::vector<std::string>& command) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw UserError(command[0] + ": there is no pipe to read from it; close some programs");
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, command[0].c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string output;
  std::array<char, 4096> part{};
  for (ssize_t count = 0; failed == 0 && (count = ::read(ends[0], part.data(), part.size())) > 0;) {
    output.append(part.data(), static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  if (failed != 0) throw UserError(command[0] + ": cannot be started; check the path of --peer");
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0) {
    throw UserError(
        fmt::format("{} failed; it was asked this: {}", command[0], fmt::join(command, " ")));
  }
  return output;
}

BusyCore::BusyCore() {
  process_ = ::fork();
  if (process_ != 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it ends with this program, however that ends
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  ::sched_setaffinity(0, sizeof first, &first);
  for (volatile unsigned turns = 0;;) turns = turns + 1;
}

BusyCore::~BusyCore() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

}  // namespace glassformer
