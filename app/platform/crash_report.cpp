#include "app/platform/crash_report.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is not of <csignal>
#include <sys/stat.h>
#include <unistd.h>

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#endif
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <vector>

namespace glassformer {

namespace {

// A crashing program may hold any lock and have a broken heap: what follows calls nothing but
// write() and its like, and all memory it needs is here before.
struct Signal {
  int number;
  const char* name;
};
constexpr std::array<Signal, 5> signals{{{SIGSEGV, "SIGSEGV: memory that is not there was used"},
                                         {SIGABRT, "SIGABRT: the program gave up"},
                                         {SIGBUS, "SIGBUS: a file or memory went away"},
                                         {SIGILL, "SIGILL: an instruction that is not known"},
                                         {SIGFPE, "SIGFPE: a calculation that is not defined"}}};
constexpr std::size_t notes_kept = 32, note_size = 101;
constexpr std::size_t reports_kept = 5;

char path[4096];
char facts_text[4096];
char exception_text[1024];
std::array<std::array<char, note_size>, notes_kept> notes;
std::atomic<unsigned> notes_taken = 0;
std::atomic<bool> begun = false;
constexpr std::size_t stack_size = 1 << 16;
alignas(16) char own_stack[stack_size];

template <std::size_t size>
void copy(std::string_view from, char (&to)[size]) {
  const std::size_t count = std::min(from.size(), size - 1);
  std::copy_n(from.data(), count, to);
  to[count] = '\0';
}

void put(int file, const char* text) {
  for (std::size_t left = std::strlen(text); left > 0;) {
    const ssize_t n = ::write(file, text, left);
    if (n <= 0) return;
    text += n;
    left -= static_cast<std::size_t>(n);
  }
}

void put_hex(int file, std::uintptr_t number) {
  char text[2 + 2 * sizeof number + 1] = "0x";
  for (std::size_t i = 0; i < 2 * sizeof number; ++i) {
    text[2 + i] = "0123456789abcdef"[number >> (8 * sizeof number - 4 * (i + 1)) & 15];
  }
  text[sizeof text - 1] = '\0';
  put(file, text);
}

void put_where(int file) {
#if __has_include(<execinfo.h>)
  std::array<void*, 64> frames{};
  const int count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  ::backtrace_symbols_fd(frames.data(), count, file);
#else
  put(file, "this system does not tell\n");
#endif
}

// The folders of `path`, as far as they are missing.
void make_folders() {
  for (char* at = path + 1; *at != '\0'; ++at) {
    if (*at != '/') continue;
    *at = '\0';
    ::mkdir(path, 0700);
    *at = '/';
  }
}

void write_report(const char* what, const void* address) {
  make_folders();
  const int file = ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return;
  put(file, "glassformer ended by a failure of its own.\n\nWhat\n");
  put(file, what);
  if (address != nullptr) {
    put(file, "\naddress ");
    put_hex(file, reinterpret_cast<std::uintptr_t>(address));
  }
  if (exception_text[0] != '\0') {
    put(file, "\nexception: ");
    put(file, exception_text);
  }
  put(file, "\n\nVersions\n");
  put(file, facts_text);
  put(file, "\nWhat was done last, the newest at the end\n");
  const unsigned taken = notes_taken;
  const auto kept = static_cast<unsigned>(notes_kept);
  for (unsigned i = taken > kept ? taken - kept : 0; i < taken; ++i) {
    put(file, notes[i % kept].data());
    put(file, "\n");
  }
  put(file, "\nWhere\n");
  put_where(file);  // last: what can fail itself
  ::close(file);
}

void on_crash(int number, siginfo_t* info, void*) {
  if (!begun.exchange(true)) {
    const auto* const known = std::find_if(signals.begin(), signals.end(),
                                           [&](const Signal& s) { return s.number == number; });
    const bool has_address = number == SIGSEGV || number == SIGBUS;
    write_report(known != signals.end() ? known->name : "a signal",
                 has_address ? info->si_addr : nullptr);
  }
  ::raise(number);  // its handler is the system's again
}

// Not yet a signal: here everything may still be called.
[[noreturn]] void on_terminate() {
  try {
    if (const std::exception_ptr now = std::current_exception()) std::rethrow_exception(now);
  } catch (const std::exception& error) {
    copy(error.what(), exception_text);
  } catch (...) {
    copy("of no known kind", exception_text);
  }
  std::abort();
}

void use_own_stack() {
  stack_t stack{};
  stack.ss_sp = own_stack;
  stack.ss_size = stack_size;
  ::sigaltstack(&stack, nullptr);
}

}  // namespace

void report_crashes(const std::filesystem::path& folder, std::string_view facts) {
  if (folder.empty()) return;
  const std::time_t now = std::time(nullptr);
  const std::string file =
      (folder / fmt::format("crash-{:%Y%m%d-%H%M%S}-{}.txt", fmt::gmtime(now), ::getpid()))
          .string();
  if (file.size() >= sizeof path) return;
  copy(file, path);
  copy(facts, facts_text);
#if __has_include(<execinfo.h>)
  std::array<void*, 2> frames{};  // the first call loads a library: not in a crash
  ::backtrace(frames.data(), static_cast<int>(frames.size()));
#endif
  use_own_stack();
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND);
  for (const Signal& signal : signals) ::sigaction(signal.number, &action, nullptr);
  std::set_terminate(on_terminate);
}

void add_crash_facts(std::string_view more) {
  copy(facts_text + std::string(more), facts_text);
}

void note_for_crash(std::string_view what) {
  const unsigned taken = notes_taken;
  auto& note = notes[taken % notes_kept];
  const std::size_t count = std::min(what.size(), note_size - 1);
  std::copy_n(what.data(), count, note.data());
  note[count] = '\0';
  notes_taken = taken + 1;
}

void report_failure(const char* what) {
  if (path[0] == '\0' || begun.exchange(true)) return;
  copy(what, exception_text);
  write_report("a failure that nothing in the program expected", nullptr);
}

namespace {

std::vector<std::filesystem::path> reports_in(const std::filesystem::path& folder) {
  std::error_code none;
  std::vector<std::filesystem::path> reports;
  for (auto entry = std::filesystem::directory_iterator(folder, none);
       !none && entry != std::filesystem::directory_iterator(); entry.increment(none)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with("crash-") && name.ends_with(".txt")) reports.push_back(entry->path());
  }
  return reports;
}

}  // namespace

bool has_report_of(const std::filesystem::path& folder, int process) {
  const std::string ending = fmt::format("-{}.txt", process);
  return std::ranges::any_of(reports_in(folder), [&](const std::filesystem::path& report) {
    return report.filename().string().ends_with(ending);
  });
}

std::filesystem::path newest_crash(const std::filesystem::path& folder, const std::string& seen) {
  std::error_code none;
  std::vector<std::filesystem::path> reports = reports_in(folder);
  std::sort(reports.begin(), reports.end());  // their names begin with the time
  while (reports.size() > reports_kept) {
    std::filesystem::remove(reports.front(), none);
    reports.erase(reports.begin());
  }
  if (reports.empty() || reports.back().filename().string() <= seen) return {};
  return reports.back();
}

}  // namespace glassformer
