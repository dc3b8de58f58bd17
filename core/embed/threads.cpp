#include "core/embed/threads.h"

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
  for (int i = 1; i < threads; ++i) others.emplace_back(work, i);
  work(0);
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& failure : failed) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace glassformer
