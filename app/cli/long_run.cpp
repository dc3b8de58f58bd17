#include "app/cli/long_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <iterator>

#include "app/cli/command_options.h"

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
