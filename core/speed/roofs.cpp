#include "core/speed/roofs.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "core/backend/lanes.h"
#include "core/backend/parallel.h"
#include "core/backend/threads.h"

namespace glassformer {

namespace {

constexpr int sums = 12;           // enough that none has to wait for the one before
constexpr double patience = 0.12;  // s for each of the four

// The fastest of as many runs as there is time for, two at least.
template <class Body>
double fastest(const Clock& now, const Body& body) {
  double best = std::numeric_limits<double>::infinity(), spent = 0;
  for (int run = 0; run < 2 || (spent < patience && run < 100); ++run) {
    const double seconds = seconds_of(now, body);
    best = std::min(best, seconds);
    spent += seconds;
  }
  return best;
}

// Two pieces of memory, each part touched first by the core that will copy it.
class Copying {
 public:
  Copying(std::size_t bytes, int cores)
      : bytes_(bytes), from_(new char[bytes]), to_(new char[bytes]) {
    over(cores, [&](std::size_t begin, std::size_t bytes) {
      std::fill_n(from_.get() + begin, bytes, char{1});
      std::fill_n(to_.get() + begin, bytes, char{2});
    });
  }
  void copy(int cores) {
    over(cores, [&](std::size_t begin, std::size_t bytes) {
      std::copy_n(from_.get() + begin, bytes, to_.get() + begin);
    });
  }

 private:
  template <class Body>
  void over(int cores, const Body& body) const {
    const std::size_t part = bytes_ / static_cast<std::size_t>(cores);
    parallel_for(cores, bytes_,
                 [&](int core) { body(part * static_cast<std::size_t>(core), part); });
  }
  std::size_t bytes_;
  std::unique_ptr<char[]> from_, to_;  // not filled with zeros by one core alone
};

}  // namespace

Real multiply_and_add(int steps) {
  Lanes values[sums];
  for (int k = 0; k < sums; ++k) values[k] = Lanes{} + static_cast<Real>(k + 1);
  const Lanes factor = Lanes{} + static_cast<Real>(0.999);
  const Lanes added = Lanes{} + static_cast<Real>(0.001);
  for (int step = 0; step < steps; ++step) {
    for (int k = 0; k < sums; ++k) values[k] = values[k] * factor + added;
  }
  Lanes all{};
  for (const Lanes& value : values) all += value;
  Real total = 0;
  for (int lane = 0; lane < lanes; ++lane) total += all[lane];
  return total;
}

double operations_of(int steps) {
  return 2.0 * sums * lanes * steps;
}

Roofs measure_roofs(const Clock& now, const std::function<bool(const Roofs&)>& tell,
                    const RoofWork& work) {
  Roofs roofs;
  roofs.cores = free_threads();
  std::vector<Real> totals(static_cast<std::size_t>(roofs.cores));
  const auto multiply = [&](int cores) {
    return cores * operations_of(work.steps) / fastest(now, [&] {
             parallel_for(cores, static_cast<std::size_t>(work.steps), [&](int core) {
               totals[static_cast<std::size_t>(core)] = multiply_and_add(work.steps);
             });
           });
  };
  roofs.core_flops = multiply(1);
  if (!tell(roofs)) return roofs;
  roofs.all_flops = multiply(roofs.cores);
  if (!tell(roofs)) return roofs;
  Copying memory(work.copied, roofs.cores);
  const auto copy = [&](int cores) {
    return 2.0 * static_cast<double>(work.copied) / fastest(now, [&] { memory.copy(cores); });
  };
  roofs.core_bytes = copy(1);
  if (!tell(roofs)) return roofs;
  roofs.all_bytes = copy(roofs.cores);
  tell(roofs);
  return roofs;
}

}  // namespace glassformer
