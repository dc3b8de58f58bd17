#pragma once

#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is not of <csignal>

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <thread>

// What commands that run for minutes share.
#include "app/cli/command_options.h"

namespace glassformer {

// While it lives, Ctrl C (or SIGTERM, or a closed terminal) asks the loop to stop after its step; a
// second one ends the program as usual. One at a time.
class Interrupts {
 public:
  Interrupts();
  // For a loop that sleeps: `wake` is called on a thread of its own when it is asked.
  explicit Interrupts(std::function<void()> wake);
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  bool asked() const;

 private:
  struct sigaction before_[3] = {};
  int pipe_[2] = {-1, -1};  // from the signal to the thread
  std::thread waker_;
};

// A line on standard error that replaces itself on a terminal; elsewhere only what is to be kept is
// written.
class ProgressLine {
 public:
  ProgressLine();
  void show(const std::string& line, bool keep);

 private:
  const bool terminal_;
};

// "42 s", "3 min 05 s"
std::string time_text(double seconds);

// The command as it would be typed, to be kept in what it makes: "glassformer train …". Options
// that were not given, and those of `without`, are left out.
std::string as_typed(std::string_view command, const CommandOptions& app,
                     std::initializer_list<std::string_view> without);

}  // namespace glassformer
