#include "app/jobs/job.h"

#include <algorithm>
#include <exception>

#include "core/tensor/failure.h"

namespace glassformer {

JobControl::JobControl(Begin begin) : to_do_(begin == Begin::running ? -1 : 0) {
  prepared_ = begin == Begin::running;
}

void JobControl::launch(std::function<void()> work, std::function<void()> forget) {
  thread_ = std::thread([this, work = std::move(work), forget = std::move(forget)]() mutable {
    std::exchange(work, nullptr)();  // and lets go of what the body held
    std::unique_lock lock(mutex_);
    const bool nobody_looks = abandoned_;
    lock.unlock();
    if (nobody_looks) forget();
    lock.lock();
    ended_ = true;
    changed_.notify_all();
  });
}

void JobControl::end() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

void JobControl::start(Pace pace) {
  const std::scoped_lock lock(mutex_);
  to_do_ = -1;
  pace_ = pace;
  changed_.notify_all();
}

void JobControl::pause() {
  const std::scoped_lock lock(mutex_);
  to_do_ = 0;
  changed_.notify_all();
}

void JobControl::single_step() {
  const std::scoped_lock lock(mutex_);
  to_do_ = to_do_ > 0 ? to_do_ + 1 : 1;
  changed_.notify_all();
}

void JobControl::cancel() {
  const std::scoped_lock lock(mutex_);
  progress_.stop = true;
  changed_.notify_all();
}

void JobControl::abandon() {
  {
    const std::scoped_lock lock(mutex_);
    abandoned_ = true;
  }
  cancel();
}

bool JobControl::ended() const {
  const std::scoped_lock lock(mutex_);
  return ended_;
}

void JobControl::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended_ || (resting_ && !may_run() && !cancelled()); });
}

void JobControl::wait_for_unit(std::int64_t unit) {
  std::unique_lock lock(mutex_);
  target_ = std::max(target_, unit);
  changed_.notify_all();
  changed_.wait(lock, [&] { return ended_ || shown_ >= target_; });
}

double JobControl::seconds() const {
  return std::chrono::duration<double>(Clock::now() - since_).count();
}

JobControl::Pace JobControl::pace() const {
  const std::scoped_lock lock(mutex_);
  return to_do_ == 0 || units_ < target_ ? Pace::fast : pace_;  // somebody waits
}

void JobControl::rest_until(Clock::time_point until) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, until, [&] {
    return cancelled() || to_do_ == 0 || units_ < target_ || pace_ == Pace::fast;
  });
}

bool JobControl::next_unit(const std::function<void()>& show) {
  std::unique_lock lock(mutex_);
  prepared_ = true;
  const bool rests = !may_run();
  const bool first = shown_ < 0, waited_for = shown_ < target_ && units_ >= target_;
  if (!cancelled() && (first || rests || waited_for)) {
    showing_ = rests;
    lock.unlock();
    show();
    lock.lock();
    showing_ = false;
    shown_ = units_;
    changed_.notify_all();
  }
  if (rests) {
    // Not before it is published: wait() returns now.
    resting_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return cancelled() || may_run(); });
    resting_ = false;
  }
  if (cancelled()) return false;
  if (to_do_ > 0) --to_do_;
  ++units_;
  return true;
}

JobControl::State JobControl::state() const {
  if (!prepared_) return State::preparing;
  return showing_ ? State::paused : State::running;
}

std::string error_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (...) {
    return told_of_failure();
  }
}

}  // namespace glassformer
