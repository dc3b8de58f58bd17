#include "app/platform/picture_clipboard.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

#include "app/platform/child_program.h"
#include "core/tensor/error.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace glassformer {

namespace {

std::vector<const char*> copying_command() {
  if (std::getenv("WAYLAND_DISPLAY") != nullptr && is_on_path("wl-copy")) {
    return {"wl-copy", "--type", "image/png"};
  }
  if (std::getenv("DISPLAY") != nullptr && is_on_path("xclip")) {
    return {"xclip", "-selection", "clipboard", "-t", "image/png", "-i"};
  }
  return {};
}

// The bytes as a file without a name, read from its beginning; −1: it could not be made.
int nameless(const std::string& bytes) {
  const int file = ::memfd_create("picture", MFD_CLOEXEC);
  std::size_t written = 0;
  while (file >= 0 && written < bytes.size()) {
    const ssize_t n = ::write(file, bytes.data() + written, bytes.size() - written);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      ::close(file);
      return -1;
    }
    written += static_cast<std::size_t>(n);
  }
  if (file >= 0) ::lseek(file, 0, SEEK_SET);
  return file;
}

}  // namespace

bool can_copy_pictures() {
  return !copying_command().empty();
}

void copy_picture(const std::string& png) {
  const std::vector<const char*> command = copying_command();
  const char* const why =
      "the picture could not be copied; install wl-clipboard or xclip, or save "
      "it to a file";
  if (command.empty()) throw UserError(why);
  const int file = nameless(png);
  if (file < 0) throw UserError(why);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO);
  // What stays behind to offer the picture must not hold the terminal's pipes.
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (const char* argument : command) arguments.push_back(const_cast<char*>(argument));
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int failed =
      ::posix_spawnp(&child, command[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(file);
  int status = 0;
  while (failed == 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (failed != 0 || status != 0) throw UserError(why);
}

}  // namespace glassformer
