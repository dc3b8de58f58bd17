#pragma once

#include <cstddef>
#include <functional>

#include "core/speed/timing.h"
#include "core/tensor/real.h"

namespace glassformer {

// What this machine can do at best, measured by the plainest loops there are.
struct Roofs {
  // Operations in a second when nothing is fetched: multiplications and additions of numbers that
  // stay in registers, each counted as one. 0: not measured.
  double core_flops = 0;  // one core
  double all_flops = 0;   // all cores at once
  // Bytes in a second when nothing is computed: a copy of numbers too many for the caches, what is
  // read and what is written both counted.
  double core_bytes = 0;
  double all_bytes = 0;
  int cores = 1;
};

// How much is done in one run.
struct RoofWork {
  int steps = 4'000'000;                        // some milliseconds
  std::size_t copied = std::size_t{128} << 20;  // bytes: more than the caches of most
};

// Measures one after the other, and says after each how far it is; stops when that returns false.
Roofs measure_roofs(const Clock& now, const std::function<bool(const Roofs&)>& tell,
                    const RoofWork& work = {});

// So many operations that fetch nothing, on the calling thread. Returns what they came to: whoever
// looks at it keeps the loop from being left out.
Real multiply_and_add(int steps);
double operations_of(int steps);

}  // namespace glassformer
