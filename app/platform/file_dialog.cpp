#include "app/platform/file_dialog.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "app/platform/child_program.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace glassformer {

namespace {

struct Dialog {
  const char* program;
  std::vector<const char*> arguments;
};

const std::array<Dialog, 2>& dialogs() {
  static const std::array<Dialog, 2> all{
      {{"zenity", {"--file-selection", "--title=Open - glassformer"}},
       {"kdialog", {"--title", "Open - glassformer", "--getopenfilename", "."}}}};
  return all;
}

const Dialog* found_dialog() {
  const bool kde = std::getenv("KDE_FULL_SESSION") != nullptr;
  const Dialog* found = nullptr;
  for (const Dialog& dialog : dialogs()) {
    const bool preferred = kde == (std::string_view(dialog.program) == "kdialog");
    if ((found == nullptr || preferred) && is_on_path(dialog.program)) found = &dialog;
  }
  return found;
}

}  // namespace

FileDialog::~FileDialog() {
  if (!is_open()) return;
  ::kill(child_, SIGTERM);
  end();
}

bool FileDialog::is_there() {
  const bool display =
      std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  return display && found_dialog() != nullptr;
}

void FileDialog::open() {
  const Dialog* const dialog = found_dialog();
  if (is_open() || dialog == nullptr) return;
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::vector<char*> arguments{const_cast<char*>(dialog->program)};
  for (const char* argument : dialog->arguments) arguments.push_back(const_cast<char*>(argument));
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int failed =
      ::posix_spawnp(&child, dialog->program, &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failed != 0) {
    ::close(ends[0]);
    return;
  }
  child_ = child;
  output_ = ends[0];
  said_.clear();
}

std::optional<std::string> FileDialog::take() {
  if (!is_open()) return std::nullopt;
  std::array<char, 4096> piece{};
  for (;;) {
    const ssize_t n = ::read(output_, piece.data(), piece.size());
    if (n > 0) {
      said_.append(piece.data(), static_cast<std::size_t>(n));
      continue;
    }
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return std::nullopt;  // still open
    break;
  }
  end();
  while (said_.ends_with('\n')) said_.pop_back();
  if (said_.empty()) return std::nullopt;
  return said_;
}

void FileDialog::end() {
  ::close(output_);
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  child_ = output_ = -1;
}

}  // namespace glassformer
