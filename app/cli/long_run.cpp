#include "app/cli/long_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>

#include "core/formats/output_file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

volatile std::sig_atomic_t interrupted = 0;
constexpr int signals[2] = {SIGINT, SIGTERM};

}  // namespace

Interrupts::Interrupts() {
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (int i = 0; i < 2; ++i) ::sigaction(signals[i], &action, &before_[i]);
}

Interrupts::~Interrupts() {
  for (int i = 0; i < 2; ++i) ::sigaction(signals[i], &before_[i], nullptr);
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
  std::fprintf(stderr, "\r\x1b[K%s%s", line.c_str(), keep ? "\n" : "");
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

std::string as_typed(std::string_view command, const CLI::App& app,
                     std::initializer_list<std::string_view> without) {
  std::string typed = fmt::format("glassformer {}", command);
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0) continue;
    const std::string name = option->get_name(false, false);
    if (std::find(without.begin(), without.end(), name) != without.end()) continue;
    if (name.starts_with("-")) typed += " " + name;
    for (const std::string& value : option->results()) {
      if (option->get_expected_max() > 0) typed += " " + value;
    }
  }
  return typed;
}

}  // namespace glassformer
