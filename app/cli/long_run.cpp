#include "app/cli/long_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <iterator>
#include <utility>

#include "app/cli/command_options.h"
#include "core/formats/output_file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

volatile std::sig_atomic_t interrupted = 0;
volatile std::sig_atomic_t to_waker = -1;             // a descriptor
constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};  // the last: its terminal was closed

// Columns of the terminal; 80 where it does not tell.
std::size_t terminal_width() {
  struct winsize size {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

// The beginning of a line of plain letters, such that the cursor stays in its row.
std::string fitting(const std::string& line, std::size_t width) {
  return line.substr(0, width - 1);
}

}  // namespace

Interrupts::Interrupts() : Interrupts(nullptr) {}

Interrupts::Interrupts(std::function<void()> wake) {
  interrupted = 0;
  if (wake && ::pipe(pipe_) == 0) {
    for (const int end : pipe_) ::fcntl(end, F_SETFD, FD_CLOEXEC);
    to_waker = pipe_[1];
    waker_ = std::thread([from = pipe_[0], wake = std::move(wake)] {
      char byte = 0;
      while (::read(from, &byte, 1) < 0 && errno == EINTR) continue;
      if (byte == 'i') wake();
    });
  }
  struct sigaction action {};
  action.sa_handler = [](int) {
    interrupted = 1;
    const int error = errno;
    if (to_waker >= 0 && ::write(to_waker, "i", 1) < 0) interrupted = 1;
    errno = error;
  };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < std::size(signals); ++i) {
    ::sigaction(signals[i], &action, &before_[i]);
  }
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < std::size(signals); ++i) {
    ::sigaction(signals[i], &before_[i], nullptr);
  }
  if (!waker_.joinable()) return;
  to_waker = -1;
  ::close(pipe_[1]);  // its thread reads the end
  waker_.join();
  ::close(pipe_[0]);
}

bool Interrupts::asked() const {
  return interrupted != 0;
}

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const std::string& line, bool keep) {
  if (!terminal_) {
    if (keep) std::fprintf(stderr, "%s\n", line.c_str());
    return;
  }
  // What is to be replaced stays on one row: only that one is cleared.
  const std::string shown = keep ? line : fitting(line, terminal_width());
  std::fprintf(stderr, "\r\x1b[K%s%s", shown.c_str(), keep ? "\n" : "");
  std::fflush(stderr);
}

std::string time_text(double seconds) {
  const auto s = std::lround(seconds);
  return s < 60 ? fmt::format("{} s", s) : fmt::format("{} min {:02} s", s / 60, s % 60);
}

void check_writable(const std::string& name) {
  if (name.empty()) throw UserError("-o names no file; give the one to write");
  if (is_stream(name)) return;  // to open a pipe would wait for its reader
  try {
    const OutputFile trial(name);
  } catch (const UserError& error) {
    throw UserError(std::string(error.what()) + "; choose another with -o");
  }
}

OutputLock::OutputLock(const std::string& out) : file_(out + ".lock") {
  if (is_stream(out)) return;
  const auto same_file = [&] {  // another may have ended, and taken it away, in between
    struct stat opened {
    }, named{};
    return ::fstat(descriptor_, &opened) == 0 && ::stat(file_.c_str(), &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
  };
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) return;  // whoever writes the model says why
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) continue;
    const bool taken = errno == EWOULDBLOCK;
    ::close(std::exchange(descriptor_, -1));
    if (!taken) return;  // a file system without locks
    throw UserError(out +
                    ": another training writes this model now, and the one that ends last would "
                    "replace the other's; wait for its end, or name another file with -o");
  } while (!same_file());
}

OutputLock::~OutputLock() {
  if (descriptor_ < 0) return;
  ::unlink(file_.c_str());
  ::close(descriptor_);
}

void check_checkpoint(const std::filesystem::path& file, bool resume) {
  std::error_code none;
  const bool there = std::filesystem::exists(file, none);
  if (resume && !there) {
    throw UserError(file.string() +
                    ": there is no checkpoint to go on from; leave out --resume to start over");
  }
  if (!resume && there) {
    throw UserError(file.string() +
                    ": holds a training that was stopped; go on with it by --resume, or remove "
                    "that file to start over");
  }
}

std::string as_typed(std::string_view command, const CommandOptions& app,
                     std::initializer_list<std::string_view> without) {
  std::string typed = fmt::format("glassformer {}", command);
  for (const auto& [name, values] : app.given()) {
    if (std::find(without.begin(), without.end(), name) != without.end()) continue;
    if (name.starts_with("-")) typed += " " + name;
    for (const std::string& value : values) typed += " " + value;
  }
  return typed;
}

}  // namespace glassformer
