#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>

namespace glassformer {

// What the last `most` different calls gave: the steps of a lesson, and what is typed beside them,
// go back and forth between a few, and each takes long. Any thread may ask.
template <class Key, class Made, std::size_t most>
class LastResults {
 public:
  // What was made for this key, or what make() returns.
  template <class Make>
  Made get(Key key, const Make& make) {
    const std::scoped_lock lock(mutex_);
    const auto found = std::ranges::find(kept_, key, &std::pair<Key, Made>::first);
    if (found != kept_.end()) return found->second;
    Made made = make();
    if (kept_.size() == most) kept_.pop_back();
    kept_.emplace_front(std::move(key), std::move(made));
    return kept_.front().second;
  }

 private:
  std::mutex mutex_;
  std::deque<std::pair<Key, Made>> kept_;  // the newest first
};

}  // namespace glassformer
