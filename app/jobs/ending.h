#pragma once

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <utility>
#include <vector>

namespace glassformer {

// Where jobs go that nobody looks at any more: each ends its round on a thread of its own, and no
// frame waits for that. The destructor does.
class Ending {
 public:
  void take(std::shared_ptr<void> job) {
    std::erase_if(ending_, [](const std::future<void>& end) {
      return end.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
    if (!job) return;
    ending_.push_back(
        std::async(std::launch::async, [job = std::move(job)]() mutable { job.reset(); }));
  }

 private:
  std::vector<std::future<void>> ending_;
};

}  // namespace glassformer
