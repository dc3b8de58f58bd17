#include "app/worker.h"

#include <exception>
#include <new>
#include <utility>

namespace glassformer {

Worker::Worker() : thread_([this](const std::stop_token& stop) { work(stop); }) {}

Worker::~Worker() {
  thread_.request_stop();
  changed_.notify_all();
}

void Worker::submit(Inputs inputs) {
  const std::scoped_lock lock(mutex_);
  if (!running_ && !wish_) since_ = std::chrono::steady_clock::now();
  wish_ = std::move(inputs);
  result_.reset();
  ++wished_;
  changed_.notify_all();
}

void Worker::cancel() {
  const std::scoped_lock lock(mutex_);
  wish_.reset();
  result_.reset();
  ++wished_;
  changed_.notify_all();
}

bool Worker::busy() const {
  const std::scoped_lock lock(mutex_);
  return wish_.has_value() || (running_ && running_number_ == wished_);
}

double Worker::busy_for() const {
  const std::scoped_lock lock(mutex_);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count();
}

std::optional<Worker::Result> Worker::take(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [this] {
    return result_ || (!wish_ && !(running_ && running_number_ == wished_));
  });
  return std::exchange(result_, std::nullopt);
}

std::optional<Worker::Result> Worker::take_when_done() {
  std::unique_lock lock(mutex_);
  changed_.wait(
      lock, [this] { return result_ || (!wish_ && !(running_ && running_number_ == wished_)); });
  return std::exchange(result_, std::nullopt);
}

void Worker::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return wish_.has_value(); })) {
    Result result{nullptr, {}, std::move(*wish_)};
    wish_.reset();
    running_ = true;
    running_number_ = wished_;
    lock.unlock();
    try {
      result.run = run(result.inputs);
    } catch (const std::bad_alloc&) {
      result.error =
          "there is not enough memory for this: choose fewer tokens or a smaller d_model";
    } catch (const std::exception& failure) {
      result.error = failure.what();
    }
    lock.lock();
    running_ = false;
    if (running_number_ == wished_) result_ = std::move(result);
    changed_.notify_all();
  }
}

}  // namespace glassformer
