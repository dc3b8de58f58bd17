#pragma once

#if defined(__SSE__)
#include <immintrin.h>
#endif

#include "core/kernels/lanes.h"

namespace glassformer {

// 1 / x of every lane, for x ≥ 1: the processor's estimate, where it is coarser than 14 bits made
// finer by one step of Newton. Within 1e-4 of itself; a division takes several times as long.
inline Lanes quick_reciprocal(Lanes x) {
#if defined(__AVX512F__)
  return _mm512_rcp14_ps(x);
#elif defined(__AVX__)
  const Lanes near = _mm256_rcp_ps(x);
  return near * (2.0F - x * near);
#elif defined(__SSE__)
  const Lanes near = _mm_rcp_ps(x);
  return near * (2.0F - x * near);
#else
  return 1.0F / x;
#endif
}

inline float sum_of(Lanes x) {
  float sum = 0;
  for (int lane = 0; lane < lanes; ++lane) sum += x[lane];
  return sum;
}

}  // namespace glassformer
