#include "app/platform/card_proof.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/platform/egl_cards.h"
#include "core/tensor/failure.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// However much it has to say, it comes to an end.
constexpr milliseconds longest{60'000};

// A program that runs, with what it writes. It is killed with the object, and not waited for: one
// that hangs in a driver cannot be ended by anybody.
class Child {
 public:
  Child(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
    std::vector<std::string> words = command, variables = environment;
    std::vector<char*> arguments, inherited;
    for (std::string& word : words) arguments.push_back(word.data());
    for (std::string& variable : variables) inherited.push_back(variable.data());
    const auto is_replaced = [&](std::string_view old) {
      return std::ranges::any_of(environment, [&](const std::string& variable) {
        return old.starts_with(variable.substr(0, variable.find('=') + 1));
      });
    };
    for (char** variable = environ; *variable != nullptr; ++variable) {
      if (!is_replaced(*variable)) inherited.push_back(*variable);
    }
    arguments.push_back(nullptr);
    inherited.push_back(nullptr);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const int failed = posix_spawnp(&process_, arguments[0], &actions, nullptr, arguments.data(),
                                    inherited.data());
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    from_ = ends[0];
    if (failed != 0) process_ = -1;
  }
  ~Child() {
    if (from_ >= 0) ::close(from_);
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    if (::waitpid(process_, nullptr, WNOHANG) != 0) return;
    try {
      std::thread([process = process_] { ::waitpid(process, nullptr, 0); }).detach();
    } catch (const std::system_error&) {  // no thread to be had: it stays in the list of processes
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t process() const { return process_; }  // 0 or less: there is none

  enum class Said { line, nothing, end };
  // Waits for the next line, at most so long.
  Said next(std::string& line, milliseconds wait) {
    const Clock::time_point until = Clock::now() + wait;
    for (;;) {
      if (const std::size_t end = unread_.find('\n'); end != std::string::npos) {
        line = unread_.substr(0, end);
        unread_.erase(0, end + 1);
        return Said::line;
      }
      if (process_ <= 0 || unread_.size() > max_unread) return Said::end;
      const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now());
      pollfd asked{from_, POLLIN, 0};
      const int ready =
          ::poll(&asked, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
      if (ready == 0) return Said::nothing;
      if (ready < 0 && errno == EINTR) continue;
      if (ready < 0) return Said::end;
      std::array<char, 512> part{};
      const ssize_t count = ::read(from_, part.data(), part.size());
      if (count <= 0) return Said::end;
      unread_.append(part.data(), static_cast<std::size_t>(count));
    }
  }

 private:
  static constexpr std::size_t max_unread = 4096;
  pid_t process_ = -1;
  int from_ = -1;
  std::string unread_;
};

// For how long a process has waited for a processor that others had, for which its driver is not to
// blame: of its threads the one that waited most, added up from call to call. 0 where Linux does
// not count it (/proc/PID/task/*/schedstat: time computed, time waited, in nanoseconds).
class Starved {
 public:
  explicit Starved(pid_t process) : tasks_(fmt::format("/proc/{}/task", process)) {
    if (process > 0) update();
  }
  Clock::duration update() {
    const Clock::time_point now = Clock::now();
    std::chrono::nanoseconds most{0};
    Clock::duration still{0};  // a thread's waiting is counted once it has come to an end
    std::error_code error;
    std::filesystem::directory_iterator task(tasks_, error);
    for (const std::filesystem::directory_iterator end; !error && task != end;
         task.increment(error)) {
      std::ifstream counts(task->path() / "schedstat");
      std::int64_t computed = 0, waited = 0;
      if (!(counts >> computed >> waited)) continue;
      Task& seen = seen_[task->path().filename().string()];
      most = std::max(most, std::chrono::nanoseconds(waited - seen.waited));
      if (seen.computed != computed || seen.waited != waited || !wants_to_run(task->path())) {
        seen = {computed, waited, now};
      }
      still = std::max(still, now - seen.since);
    }
    all_ += most;
    return all_ + still;
  }

 private:
  struct Task {
    std::int64_t computed = -1, waited = 0;
    Clock::time_point since;  // it stands as it is, and is ready to run
  };
  static bool wants_to_run(const std::filesystem::path& task) {
    std::ifstream stat(task / "stat");  // "7 (its name) R …"
    std::string line;
    std::getline(stat, line);
    const std::size_t state = line.rfind(')');
    return state != line.npos && line.substr(state).starts_with(") R");
  }

  std::string tasks_;
  std::map<std::string, Task> seen_;
  std::chrono::nanoseconds all_{0};
};

// One process, on one of the cards. Nothing if it met another card than this one.
std::optional<std::string> asked(const SelfTest& test, const std::vector<std::string>& environment,
                                 const GlFacts& card, bool fences_everywhere,
                                 const std::atomic<bool>& stop) {
  std::vector<std::string> command = test.command;
  if (fences_everywhere) command.emplace_back("--fences");
  Child child(command, environment);
  std::string doing = "starting";
  constexpr milliseconds slice{50};  // after which `stop` is looked at
  const Clock::time_point begun = Clock::now();
  Starved starved(child.process());
  // As the process had it: without the time for which it did not get to compute.
  const auto passed = [&] { return Clock::now() - begun - starved.update(); };
  Clock::duration silent_since = passed();
  for (std::string line; !stop;) {
    const Child::Said said = child.next(line, std::min(slice, test.patience));
    if (said == Child::Said::end) return fmt::format("its process ended while {}", doing);
    if (said == Child::Said::nothing) {
      const Clock::duration now = passed();
      if (now - silent_since < test.patience && now < longest) continue;
      return fmt::format("no answer came within {} s while {}",
                         std::chrono::duration<double>(test.patience).count(), doing);
    }
    silent_since = passed();
    constexpr std::string_view of_card = "card ", of_trying = "trying ", of_wrong = "wrong: ";
    if (line.starts_with(of_card) && line.substr(of_card.size()) != card.renderer) {
      return std::nullopt;
    }
    if (line.starts_with(of_trying)) doing = "trying " + line.substr(of_trying.size());
    if (line.starts_with(of_wrong)) return line.substr(of_wrong.size());
    if (line == "right") return "";
  }
  return "it was stopped";
}

}  // namespace

SelfTest own_self_test() {
  return {{"/proc/self/exe", "bench", "gpu", "--self-test", "--here"}};
}

std::string failure_of(const SelfTest& test, const GlFacts& card, bool fences_everywhere,
                       const std::atomic<bool>& stop) {
  // First on the card that is taken without a display, as here; a window may have another.
  if (const auto failure = asked(test, {}, card, fences_everywhere, stop)) return *failure;
  for (std::size_t i = 0; i < egl_cards().size() && !stop; ++i) {
    const auto failure =
        asked(test, {fmt::format("GLASSFORMER_CARD={}", i)}, card, fences_everywhere, stop);
    if (failure) return *failure;
  }
  return "it cannot be tested in a process of its own, as EGL does not list it";
}

std::optional<Verdict> prove(const SelfTest& test, const GlFacts& card,
                             const std::atomic<bool>& stop) {
  const std::string failure = failure_of(test, card, false, stop);
  if (stop) return std::nullopt;
  if (failure.empty()) return Verdict{Verdict::Kind::right, ""};
  const std::string with_fences = failure_of(test, card, true, stop);
  if (stop) return std::nullopt;
  if (with_fences.empty()) return Verdict{Verdict::Kind::careful, failure};
  return Verdict{Verdict::Kind::wrong, with_fences};
}

CardProof::CardProof(SelfTest test, GlFacts card, std::filesystem::path file, std::string program)
    : card_(std::move(card)) {
  thread_ = std::thread(
      [this, test = std::move(test), file = std::move(file), program = std::move(program)] {
        std::optional<Verdict> found;
        try {
          found = prove(test, card_, stop_);
        } catch (...) {
          found = Verdict{Verdict::Kind::wrong, told_of_failure()};
        }
        if (!found) return;
        keep_verdict(file, card_, program, *found);
        const std::lock_guard lock(mutex_);
        verdict_ = found;
      });
}

CardProof::~CardProof() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

std::optional<Verdict> CardProof::verdict() const {
  const std::lock_guard lock(mutex_);
  return verdict_;
}

Verdict CardProof::wait() {
  thread_.join();
  return verdict_.value_or(Verdict{Verdict::Kind::wrong, "it was stopped"});
}

}  // namespace glassformer
