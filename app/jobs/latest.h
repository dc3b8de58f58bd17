#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace glassformer {

// Answers questions on a thread of its own, one at a time: of the disk, which may be slow or gone,
// while frames go on. Of the questions that wait only the newest is kept, and an answer is handed
// out only if nothing was asked since. The thread begins with the first question; the destructor
// waits for the one that is worked at. A question must not throw.
template <class Answer>
class Latest {
 public:
  using Question = std::function<Answer()>;

  Latest() = default;
  ~Latest() {
    thread_.request_stop();
    changed_.notify_all();
  }
  Latest(const Latest&) = delete;
  Latest& operator=(const Latest&) = delete;

  void ask(Question question) {
    const std::scoped_lock lock(mutex_);
    question_ = std::move(question);
    answer_.reset();
    if (!thread_.joinable())
      thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    changed_.notify_all();
  }
  // Whether an answer is still to come.
  bool busy() const {
    const std::scoped_lock lock(mutex_);
    return question_ || working_;
  }
  std::optional<Answer> take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(answer_, std::nullopt);
  }
  void wait() const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !question_ && !working_; });
  }

 private:
  void work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return question_ != nullptr; })) {
      if (stop.stop_requested()) return;
      const Question question = std::exchange(question_, nullptr);
      working_ = true;
      lock.unlock();
      Answer answer = question();
      lock.lock();
      working_ = false;
      if (!question_) answer_ = std::move(answer);
      changed_.notify_all();
    }
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  Question question_;
  std::optional<Answer> answer_;
  bool working_ = false;
  std::jthread thread_;  // last: it ends first
};

}  // namespace glassformer
