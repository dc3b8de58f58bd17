#include "app/platform/timely_end.h"

#include <cstdlib>

namespace glassformer {

void TimelyEnd::begin(std::chrono::milliseconds most) {
  thread_ = std::thread([this, most] {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, most, [this] { return done_; })) std::_Exit(0);
  });
}

TimelyEnd::~TimelyEnd() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

}  // namespace glassformer
