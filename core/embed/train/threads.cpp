#include "core/embed/train/threads.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace glassformer {

int threads_for(int wanted) {
  return wanted > 0 ? wanted : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

void on_threads(int threads, const std::function<void(int)>& body) {
  std::vector<std::exception_ptr> failed(static_cast<std::size_t>(threads));
  const auto work = [&](int thread) {
    try {
      body(thread);
    } catch (...) {
      failed[static_cast<std::size_t>(thread)] = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  others.reserve(static_cast<std::size_t>(threads));
  int started = 1;
  try {
    for (; started < threads; ++started) others.emplace_back(work, started);
  } catch (const std::exception&) {
    // No more threads are to be had, or no memory for them: this one does their part too.
  }
  work(0);
  for (int i = started; i < threads; ++i) work(i);
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& failure : failed) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace glassformer
