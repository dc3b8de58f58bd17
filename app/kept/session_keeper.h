#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/kept/kept_session.h"
#include "app/kept/settings.h"

namespace glassformer {

// Keeps what was done in the window, `delay` seconds after it was done at the latest: whatever ends
// the program takes no more than those. It is written on a thread of its own; a frame never waits.
class SessionKeeper {
 public:
  static constexpr double delay = 2;

  struct Kept {
    KeptSession session;
    Settings settings;
  };
  // Writes it; what it throws is a UserError. Called on the thread, then for the last time by
  // end().
  using Write = std::function<void(const Kept&)>;

  explicit SessionKeeper(Write write);
  ~SessionKeeper();
  SessionKeeper(const SessionKeeper&) = delete;
  SessionKeeper& operator=(const SessionKeeper&) = delete;

  // Something may have been done in the frame at `now`, in seconds of any clock that goes on.
  void touch(double now);
  // Seconds until it is to be kept; infinite if nothing was done since.
  double left(double now) const;
  bool due(double now) const { return left(now) <= 0; }
  // Hands it to the thread. What still waits there is replaced.
  void keep(Kept kept);
  bool writing() const;         // something waits, or is being written
  void wait();                  // until nothing is
  std::string failure() const;  // why the last one was not written; empty: it was
  // Ends the thread and writes this one here. Returns why that failed, or the last time before;
  // empty: it was written.
  std::string end(const Kept& kept);

 private:
  void work(const std::stop_token& stop);
  void write(const Kept& kept);

  Write write_;
  double touched_;  // infinite: not since
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Kept> waiting_;
  bool writing_ = false;
  std::string failure_;
  std::jthread thread_;  // last: it starts when all else is there, and ends first
};

// The write of the program: both files of the session in this folder, the settings in theirs. What
// has not changed since is not written again; settings that are `before` are not written at all,
// nor is a session whose session_text() is `untouched` as long as it is the only one.
SessionKeeper::Write keep_in(const std::filesystem::path& folder,
                             const std::filesystem::path& settings, const Settings& before,
                             std::shared_ptr<const std::string> untouched = nullptr);

}  // namespace glassformer
