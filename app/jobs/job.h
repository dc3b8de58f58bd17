#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/jobs/timeline.h"
#include "core/grad/progress.h"

namespace glassformer {

// What every snapshot of a job says; the job itself fills in state and error.
struct JobSnapshot {
  enum class State { preparing, running, paused, finished, cancelled, failed };
  State state = State::preparing;
  double progress = 0;  // 0 … 1, of the work, or of its preparation; below 0: not known
  std::string error;    // a sentence: why it failed, or what its body said when it was cancelled
  bool ended() const { return state >= State::finished; }
};

// A job without its snapshots: the thread and what steers it. Any thread may call these functions;
// all return at once but for wait(), wait_for_unit() and the destructor.
class JobControl {
 public:
  using State = JobSnapshot::State;
  using Clock = std::chrono::steady_clock;
  // Work that comes in units waits for start(); what is one long piece runs at once.
  enum class Begin { paused, running };
  // watched: a body that paces itself goes slowly enough to be followed by eye
  enum class Pace { fast, watched };

  virtual ~JobControl() = default;
  JobControl(const JobControl&) = delete;
  JobControl& operator=(const JobControl&) = delete;

  void start(Pace pace = Pace::fast);  // or goes on, until it is paused
  void pause();                        // after the unit of work in progress
  void single_step();                  // one unit, then paused
  void cancel();                       // ends after the unit in progress
  // Cancels a job that is no longer wanted; its snapshots are freed too, on its own thread.
  void abandon();

  bool ended() const;  // finished, cancelled or failed, and its last snapshot published
  void wait() const;   // until it has ended or stands still, paused
  // Waits until that many units are done and next() has published them, complete; what a body
  // publishes on its way may lack something. A paused job runs on until then.
  void wait_for_unit(std::int64_t unit);
  double seconds() const;  // since it was made

  // For the body. The progress stops a forward pass that watches it when the job is cancelled.
  bool cancelled() const { return progress_.stop; }
  Progress& progress() { return progress_; }
  Pace pace() const;
  // Waits until then, or until the job is to be paused, to be fast or to end.
  void rest_until(Clock::time_point until);

 protected:
  explicit JobControl(Begin begin);
  // Starts the thread; `forget` drops the snapshots of a job that was abandoned.
  void launch(std::function<void()> work, std::function<void()> forget);
  void end();  // cancels and waits for the thread; of no effect the second time

  // Before each unit. `show` publishes what there is: before the first one, and where the job comes
  // to rest. False: cancelled.
  bool next_unit(const std::function<void()>& show);
  // With mutex_ held:
  State state() const;

  mutable std::mutex mutex_;

 private:
  bool may_run() const { return to_do_ != 0 || units_ < target_; }

  mutable std::condition_variable changed_;
  Progress progress_;
  const Clock::time_point since_ = Clock::now();
  std::int64_t to_do_ = 0;    // units until it pauses; −1: it runs until it is paused
  std::int64_t units_ = 0;    // begun so far; between two units that many are done
  std::int64_t target_ = -1;  // wait_for_unit() runs on to here, also while it is paused
  std::int64_t shown_ = -1;   // units in the last snapshot of next(); −1: none yet
  bool prepared_ = false;     // the first unit was asked for
  bool resting_ = false;      // paused, and that is published
  bool showing_ = false;      // being published as paused
  bool ended_ = false;
  bool abandoned_ = false;
  Pace pace_ = Pace::fast;
  std::thread thread_;
};

// Background work on a thread of its own. Its body owns its data and publishes snapshots, which
// never change afterwards. Snapshot derives from JobSnapshot and can be copied.
template <class Snapshot>
class Job final : public JobControl {
 public:
  using SnapshotPtr = std::shared_ptr<const Snapshot>;
  // Runs on the job's thread: calls next() before each unit of its work, publishes snapshots, and
  // returns the last one. If it throws, the last snapshot is the one before with the exception's
  // message as its error.
  using Body = std::function<Snapshot(Job&)>;

  explicit Job(Body body, Begin begin = Begin::paused)
      : JobControl(begin), latest_(std::make_shared<const Snapshot>()) {
    launch([this, body = std::move(body)]() mutable { run(std::exchange(body, nullptr)); },
           [this] { forget(); });
  }
  ~Job() override { end(); }

  SnapshotPtr latest() const {  // never null
    const std::scoped_lock lock(mutex_);
    return latest_;
  }
  // Past snapshots, of kinds that have a position; subsampled evenly.
  std::vector<SnapshotPtr> timeline() const requires OnTimeline<Snapshot> {
    const std::scoped_lock lock(mutex_);
    return timeline_.all();
  }

  void thin_timeline() requires OnTimeline<Snapshot> {
    const std::scoped_lock lock(mutex_);
    timeline_.thin();
  }

  // For the body, before each unit of its work. While the job is paused, and before the first unit,
  // publishes what `snapshot` makes, and waits. False: the job was cancelled.
  template <class Make>
  bool next(const Make& snapshot) {
    if (!next_unit([&] { publish(snapshot()); })) return false;
    if (latest()->state != State::running) restamp();
    return true;
  }
  bool publish(Snapshot snapshot) {  // false: cancelled
    put(std::move(snapshot), [this] { return state(); });
    return !cancelled();
  }

 private:
  void run(const Body& body);
  void fail(const std::string& error) {
    Snapshot last = *latest();
    last.error = error;
    put(std::move(last), [this] { return cancelled() ? State::cancelled : State::failed; });
  }
  template <class Stamp>
  void put(Snapshot snapshot, const Stamp& stamp);
  void restamp();
  void forget();

  SnapshotPtr latest_;
  struct Nothing {};
  std::conditional_t<OnTimeline<Snapshot>, Timeline<Snapshot>, Nothing> timeline_;
};

// Why a body ended early, as a sentence.
std::string error_of(const std::exception_ptr& thrown);

template <class Snapshot>
void Job<Snapshot>::run(const Body& body) {
  try {
    put(body(*this), [this] { return cancelled() ? State::cancelled : State::finished; });
  } catch (...) {
    fail(error_of(std::current_exception()));
  }
}

template <class Snapshot>
template <class Stamp>
void Job<Snapshot>::put(Snapshot snapshot, const Stamp& stamp) {
  auto made = std::make_shared<Snapshot>(std::move(snapshot));
  const std::scoped_lock lock(mutex_);
  made->state = stamp();
  latest_ = std::move(made);
  if constexpr (OnTimeline<Snapshot>) {
    if (latest_->state != State::preparing)
      timeline_.add(latest_, latest_->state != State::running);
  }
}

// A unit may take long: the job says at once that it runs.
template <class Snapshot>
void Job<Snapshot>::restamp() {
  auto made = std::make_shared<Snapshot>(*latest());
  made->state = State::running;
  const std::scoped_lock lock(mutex_);
  latest_ = std::move(made);
}

template <class Snapshot>
void Job<Snapshot>::forget() {
  auto nothing = std::make_shared<const Snapshot>();
  decltype(timeline_) past;
  const std::scoped_lock lock(mutex_);
  std::swap(latest_, nothing);
  std::swap(timeline_, past);
}

}  // namespace glassformer
