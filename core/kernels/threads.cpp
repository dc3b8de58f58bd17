#include "core/kernels/threads.h"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace glassformer {

#ifdef _OPENMP
void use_threads(int threads) {
  omp_set_num_threads(threads > 0 ? threads : omp_get_num_procs());
}

int threads_in_use() {
  return omp_get_max_threads();
}

int free_threads() {
  return omp_in_parallel() != 0 ? 1 : omp_get_max_threads();
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
