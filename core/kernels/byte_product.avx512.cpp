#include <immintrin.h>

#include "core/kernels/vector_kernels.h"

namespace glassformer {

std::int32_t byte_product_avx512(const std::uint8_t* a, const std::int8_t* b, std::size_t n) {
  __m512i sums[2] = {};
  std::size_t k = 0;
  const auto add = [&](__m512i& sum, std::size_t at) {
    sum = _mm512_dpbusd_epi32(sum, _mm512_loadu_si512(a + at), _mm512_loadu_si512(b + at));
  };
  for (; k + 128 <= n; k += 128) {
    add(sums[0], k);
    add(sums[1], k + 64);
  }
  if (k < n) add(sums[0], k);
  return _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]));
}

}  // namespace glassformer
