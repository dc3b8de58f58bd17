// Calls that several threads share.
#include "core/kernels/threads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/kernels/parallel.h"
#include "tests/core/kernels/threads.h"

namespace glassformer {
namespace {

template <class Body>
void share(int n, int threads, const Body& body) {
  share_calls(
      n, threads, [](const void* context, int i) { (*static_cast<const Body*>(context))(i); },
      &body);
}

// How often each number was called.
using Counts = std::vector<std::atomic<int>>;

void expect_all(const Counts& counts, int wanted) {
  for (std::size_t i = 0; i < counts.size(); ++i) ASSERT_EQ(counts[i], wanted) << i;
}

TEST(Threads, EachNumberIsCalledOnce) {
  for (const int n : {0, 1, 2, 3, 7, 64, 1000}) {
    for (const int threads : {1, 2, 3, 5, 40}) {
      Counts counts(static_cast<std::size_t>(n));
      share(n, threads, [&](int i) { ++counts[static_cast<std::size_t>(i)]; });
      expect_all(counts, 1);
    }
  }
}

TEST(Threads, ManyMayCallAtOnce) {
  constexpr int rounds = 200;
  std::vector<Counts> counts;
  for (int caller = 0; caller < 4; ++caller) counts.emplace_back(50);
  std::vector<std::thread> callers;
  for (Counts& own : counts) {
    callers.emplace_back([&own] {
      for (int round = 0; round < rounds; ++round) {
        share(50, 3, [&](int i) { ++own[static_cast<std::size_t>(i)]; });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  for (const Counts& own : counts) expect_all(own, rounds);
}

TEST(Threads, ALoopWithinALoopRunsOnItsThread) {
  Counts counts(12);
  std::atomic<int> elsewhere = 0;
  share(3, 3, [&](int outer) {
    const auto here = std::this_thread::get_id();
    share(4, 4, [&](int inner) {
      if (std::this_thread::get_id() != here) ++elsewhere;
      ++counts[static_cast<std::size_t>(4 * outer + inner)];
    });
  });
  expect_all(counts, 1);
  EXPECT_EQ(elsewhere, 0);
}

// All that help are kept by another loop, and none comes: nobody waits for them.
TEST(Threads, NobodyWaitsForAThreadThatDoesNotCome) {
  std::atomic<int> begun = 0;
  std::atomic<bool> over = false;
  std::thread keeper([&] {
    share(3, 3, [&](int) {
      ++begun;
      begun.notify_all();
      over.wait(false);
    });
  });
  for (int now = begun; now < 3; now = begun) begun.wait(now);
  Counts counts(100);
  share(100, 2, [&](int i) { ++counts[static_cast<std::size_t>(i)]; });
  expect_all(counts, 1);
  over = true;
  over.notify_all();
  keeper.join();
}

TEST(Threads, WhatABodyThrowsComesOnceAllHaveEnded) {
  with_threads(3, [] {
    Counts counts(9);
    EXPECT_THROW(parallel_for(9, worth_threads,
                              [&](int i) {
                                ++counts[static_cast<std::size_t>(i)];
                                if (i % 4 == 1) throw std::runtime_error("no");
                              }),
                 std::runtime_error);
    expect_all(counts, 1);
  });
}

}  // namespace
}  // namespace glassformer
