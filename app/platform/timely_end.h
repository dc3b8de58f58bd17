#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace glassformer {

// A window that was closed is not to stay for long: a training ends after its step, which may take
// long on a busy machine, and a disk may not answer. Whatever is not done by then is left as a kill
// would leave it; files are replaced whole or not at all. Make it before what is to end in time.
class TimelyEnd {
 public:
  TimelyEnd() = default;
  ~TimelyEnd();  // it is done: the program goes on
  TimelyEnd(const TimelyEnd&) = delete;
  TimelyEnd& operator=(const TimelyEnd&) = delete;

  // From now on: the process exits with 0 unless this object goes before.
  void begin(std::chrono::milliseconds most = std::chrono::milliseconds(1800));

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace glassformer
