#include "core/kernels/threads.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <utility>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace glassformer {

namespace {

// This thread is within a parallel loop.
thread_local bool sharing = false;

constexpr int most_ranges = 32;

// The numbers of one call of share_calls(), in as many ranges as threads are asked for. Each thread
// begins with a range of its own and goes on with what is left of the others'.
class Calls {
 public:
  Calls(int n, int threads, void (*body)(const void*, int), const void* context)
      : ranges_(std::min(threads, most_ranges)),
        piece_(std::max(1, n / (ranges_ * pieces_of_a_range))),
        body_(body),
        context_(context) {
    for (int r = 0; r < ranges_; ++r) {
      of_[static_cast<std::size_t>(r)].next = bound(n, r);
      of_[static_cast<std::size_t>(r)].end = bound(n, r + 1);
    }
  }

  void take_from(int range) {
    for (int i = 0; i < ranges_; ++i) take(of_[static_cast<std::size_t>((range + i) % ranges_)]);
  }
  // Some are left, and fewer threads are at them than were asked for.
  bool wants_help() const {
    return helpers.load(std::memory_order_relaxed) + 1 < ranges_ &&
           std::any_of(of_.begin(), of_.begin() + ranges_, [](const Range& range) {
             return range.next.load(std::memory_order_relaxed) < range.end;
           });
  }
  int ranges() const { return ranges_; }

  // Threads that are at it besides the one that made it. Changed under the lock of the pool.
  std::atomic<int> helpers = 0;
  bool awaited = false;  // that one sleeps until they are done
  Calls* next_open = nullptr;

 private:
  // A thread that takes a smaller piece has less to do when all others are done.
  static constexpr int pieces_of_a_range = 4;

  struct alignas(64) Range {  // of a cache line of its own
    std::atomic<std::int64_t> next = 0;
    std::int64_t end = 0;
  };

  std::int64_t bound(int n, int range) const { return std::int64_t{n} * range / ranges_; }
  void take(Range& range) const {
    for (;;) {
      const std::int64_t begin = range.next.fetch_add(piece_, std::memory_order_relaxed);
      if (begin >= range.end) return;
      const std::int64_t end = std::min(begin + piece_, range.end);
      for (std::int64_t i = begin; i < end; ++i) body_(context_, static_cast<int>(i));
    }
  }

  int ranges_;
  std::int64_t piece_;
  void (*body_)(const void*, int);
  const void* context_;
  std::array<Range, most_ranges> of_;
};

// Asks again and again, for as long as waking a thread takes: longer, and it would take the core
// from one that has work.
template <class Ready>
bool comes_soon(const Ready& ready) {
  constexpr std::chrono::microseconds patience{40};
  const auto begin = std::chrono::steady_clock::now();
  do {
    for (int i = 0; i < 16; ++i) {
      if (ready()) return true;
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#endif
    }
  } while (std::chrono::steady_clock::now() - begin < patience);
  return false;
}

// The threads that help.
class Pool {
 public:
  // Never destroyed: they sleep until the program has ended.
  static Pool& the() {
    union Kept {
      Kept() : pool() {}
      ~Kept() {}
      Pool pool;
    };
    static Kept kept;
    return kept.pool;
  }

  void run(Calls& calls) {
    {
      const std::lock_guard lock(mutex_);
      grow(calls.ranges() - 1);
      calls.next_open = std::exchange(open_, &calls);
      ++offers_;
    }
    for (int i = std::min(asleep_.load(), calls.ranges() - 1); i > 0; --i) offered_.notify_one();
    calls.take_from(0);
    {
      const std::lock_guard lock(mutex_);
      Calls** at = &open_;
      while (*at != &calls) at = &(*at)->next_open;
      *at = calls.next_open;  // from now on nobody comes
    }
    const auto done = [&] { return calls.helpers.load(std::memory_order_acquire) == 0; };
    if (comes_soon(done)) return;
    std::unique_lock lock(mutex_);
    calls.awaited = true;
    done_.wait(lock, done);
  }

 private:
  // Where no more threads are to be had, those that are there do the work.
  void grow(int helpers) {
    try {
      for (; count_ < helpers; ++count_) std::thread([this, at = count_] { serve(at); }).detach();
    } catch (...) {
      return;
    }
  }

  void serve(int number) {
    sharing = true;
    std::unique_lock lock(mutex_);
    for (;;) {
      const std::uint64_t seen = offers_;
      if (Calls* const calls = some()) {
        calls->helpers.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        calls->take_from((number + 1) % calls->ranges());
        lock.lock();
        const bool wake = calls->awaited;
        const bool last = calls->helpers.fetch_sub(1, std::memory_order_release) == 1;
        if (wake && last) done_.notify_all();
        continue;
      }
      lock.unlock();
      const bool more = comes_soon([&] { return offers_.load() != seen; });
      lock.lock();
      if (more) continue;
      ++asleep_;
      offered_.wait(lock, [&] { return offers_ != seen; });
      --asleep_;
    }
  }

  Calls* some() const {
    Calls* calls = open_;
    while (calls != nullptr && !calls->wants_help()) calls = calls->next_open;
    return calls;
  }

  std::mutex mutex_;
  std::condition_variable offered_, done_;
  Calls* open_ = nullptr;                  // a list: the last one first
  std::atomic<std::uint64_t> offers_ = 0;  // changed under the lock
  std::atomic<int> asleep_ = 0;
  int count_ = 0;
};

}  // namespace

void share_calls(int n, int threads, void (*body)(const void* context, int i),
                 const void* context) {
  const bool within = sharing;
  if (n <= 1 || threads <= 1 || within) {
    for (int i = 0; i < n; ++i) body(context, i);
    return;
  }
  Calls calls(n, std::min(n, threads), body, context);
  sharing = true;
  Pool::the().run(calls);
  sharing = false;
}

#ifdef _OPENMP
void use_threads(int threads) {
  omp_set_num_threads(threads > 0 ? threads : omp_get_num_procs());
}

int threads_in_use() {
  return omp_get_max_threads();
}

int free_threads() {
  return sharing || omp_in_parallel() != 0 ? 1 : omp_get_max_threads();
}
#else
void use_threads(int) {}

int threads_in_use() {
  return 1;
}

int free_threads() {
  return 1;
}
#endif

}  // namespace glassformer
