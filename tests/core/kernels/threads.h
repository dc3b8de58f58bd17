#pragma once

#ifdef _OPENMP
#include <omp.h>
#endif

namespace glassformer {

// Runs the body with so many OpenMP threads; where there is no OpenMP, just runs it.
template <class Body>
void with_threads(int threads, const Body& body) {
#ifdef _OPENMP
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  body();
  omp_set_num_threads(before);
#else
  static_cast<void>(threads);
  body();
#endif
}

}  // namespace glassformer
