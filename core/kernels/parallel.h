#pragma once

#include <cstddef>

namespace glassformer {

// Below this many cell operations (a multiplication, a comparison) waking the threads costs more
// than they save: it takes 5 to 10 µs, in which one core does about this much.
inline constexpr std::size_t worth_threads = 32'768;

// Calls body(i) for 0 ≤ i < n, over the cores if `cost`, the cell operations of all calls together,
// is worth it. Every body writes cells of its own and no sum crosses bodies, so the result does not
// depend on the number of threads. The body must not throw.
template <class Body>
void parallel_for(int n, std::size_t cost, const Body& body) {
#ifdef _OPENMP
#pragma omp parallel for schedule(static) if (n > 1 && cost >= worth_threads)
#else
  static_cast<void>(cost);
#endif
  for (int i = 0; i < n; ++i) body(i);
}

}  // namespace glassformer
