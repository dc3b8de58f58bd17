#pragma once

#include <atomic>
#include <cstddef>
#include <exception>

#include "core/kernels/threads.h"

namespace glassformer {

// Below this many cell operations (a multiplication, a comparison) waking the threads costs more
// than they save: it takes 5 to 10 µs, in which one core does about this much.
inline constexpr std::size_t worth_threads = 32'768;

// Keeps what bodies throw until their threads have ended: none may leave a thread. One is kept.
class KeptFailure {
 public:
  template <class Body>
  void run(const Body& body) noexcept {
    try {
      body();
    } catch (...) {
      if (!kept_.test_and_set()) thrown_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  std::atomic_flag kept_;
  std::exception_ptr thrown_;
};

// Calls body(i) for 0 ≤ i < n, over the cores if `cost`, the cell operations of all calls together,
// is worth it. Every body writes cells of its own and no sum crosses bodies, so the result does not
// depend on the number of threads. What a body throws is thrown once all have ended; of several,
// any.
template <class Body>
void parallel_for(int n, std::size_t cost, const Body& body) {
  KeptFailure failure;
  const auto kept = [&](int i) { failure.run([&] { body(i); }); };
  if (n > 1 && cost >= worth_threads) {
    using Kept = decltype(kept);
    share_calls(
        n, free_threads(), [](const void* context, int i) { (*static_cast<Kept*>(context))(i); },
        &kept);
  } else {
    for (int i = 0; i < n; ++i) kept(i);
  }
  failure.rethrow();
}

}  // namespace glassformer
