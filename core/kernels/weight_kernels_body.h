#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <cstddef>
#include <cstdint>

#include "core/kernels/lanes.h"
#include "core/kernels/weight_kernels.h"

// core/kernels/weight_kernels.h, once for each width.
namespace glassformer {

namespace {

inline Real widened(float cell) {
  return cell;
}
inline Real widened(std::uint16_t cell) {
  return bits_of<float>(static_cast<std::uint32_t>(cell) << 16);
}
inline Real widened(std::int8_t cell) {
  return cell;
}

#ifdef GLASSFORMER_DOUBLE
// For the checks in double, which hold no large weights.
template <class Cell>
void lines(const Cell* cells, std::size_t n, std::size_t count, const Real* x, Real* to) {
  for (std::size_t l = 0; l < count; ++l, cells += n) {
    Real sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += widened(cells[i]) * x[i];
    to[l] = sum;
  }
}
#else
// As many cells as a vector has lanes.
inline Lanes widened_lanes(const float* from) {
  return load_lanes(from);
}
#if defined(__AVX512F__)
inline Lanes widened_lanes(const std::uint16_t* from) {
  const __m256i halves = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  return Lanes(_mm512_slli_epi32(_mm512_cvtepu16_epi32(halves), 16));
}
inline Lanes widened_lanes(const std::int8_t* from) {
  const __m128i quarters = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  return Lanes(_mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(quarters)));
}
#elif defined(__AVX2__)
inline Lanes widened_lanes(const std::uint16_t* from) {
  const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  return Lanes(_mm256_slli_epi32(_mm256_cvtepu16_epi32(halves), 16));
}
inline Lanes widened_lanes(const std::int8_t* from) {
  const __m128i quarters = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
  return Lanes(_mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(quarters)));
}
#elif defined(__SSE2__)
// The cells become the upper parts of 32 bits.
inline Lanes widened_lanes(const std::uint16_t* from) {
  const __m128i halves = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
  return Lanes(_mm_unpacklo_epi16(__m128i{}, halves));
}
inline Lanes widened_lanes(const std::int8_t* from) {
  int four;
  __builtin_memcpy(&four, from, sizeof four);
  const __m128i halves = _mm_unpacklo_epi8(__m128i{}, _mm_cvtsi32_si128(four));
  return Lanes(_mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(__m128i{}, halves), 24)));
}
#else
template <class Cell>
inline Lanes widened_lanes(const Cell* from) {
  Lanes to;
  for (int lane = 0; lane < lanes; ++lane) to[lane] = widened(from[lane]);
  return to;
}
#endif

// Four cells at a time.
using Four [[gnu::vector_size(16)]] = float;
template <int from>
inline Four four_of(Lanes x) {
  return __builtin_shufflevector(x, x, from, from + 1, from + 2, from + 3);
}
inline float by_fours(Lanes x) {
  Four sums = four_of<0>(x);
  if constexpr (lanes == 8) sums += four_of<lanes - 4>(x);
  if constexpr (lanes == 16) {
    sums = (sums + four_of<4 % lanes>(x)) + (four_of<8 % lanes>(x) + four_of<lanes - 4>(x));
  }
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

// How far ahead of what is computed memory is asked for, in bytes, and how much comes at once. The
// processor itself does not look beyond a page, and a line of weights is less than one.
inline constexpr std::size_t ahead = 2048, fetched = 64;

// Four sums a line: one would wait for itself.
template <class Cell>
void lines(const Cell* cells, std::size_t n, std::size_t count, const Real* x, Real* to) {
  constexpr std::size_t some = 4 * wide, bytes = some * sizeof(Cell);
  for (std::size_t l = 0; l < count; ++l, cells += n) {
    Lanes sums[4] = {};
    std::size_t i = 0;
    for (; i + some <= n; i += some) {
      const char* const far = reinterpret_cast<const char*>(cells + i) + ahead;
      for (std::size_t at = 0; at < bytes; at += fetched) __builtin_prefetch(far + at);
      for (std::size_t k = 0; k < 4; ++k) {
        sums[k] += widened_lanes(cells + i + k * wide) * load_lanes(x + i + k * wide);
      }
    }
    for (; i + wide <= n; i += wide) sums[0] += widened_lanes(cells + i) * load_lanes(x + i);
    Real sum = by_fours((sums[0] + sums[1]) + (sums[2] + sums[3]));
    for (; i < n; ++i) sum += widened(cells[i]) * x[i];
    to[l] = sum;
  }
}
#endif

// The next lines are asked for while these are added.
template <std::size_t some>
inline void add_some_lines(const Real* cells, std::size_t n, const Real* x, Real* to) {
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    Lanes sum = load_part(to + i, count);
    for (std::size_t l = 0; l < some; ++l) {
      __builtin_prefetch(cells + (l + some) * n + i);
      sum += x[l] * load_part(cells + l * n + i, count);
    }
    store_part(to + i, sum, count);
  });
}

void add_lines(const Real* cells, std::size_t n, std::size_t count, const Real* x, Real* to) {
  constexpr std::size_t some = 4;
  std::size_t l = 0;
  for (; l + some <= count; l += some) add_some_lines<some>(cells + l * n, n, x + l, to);
  for (; l < count; ++l) add_some_lines<1>(cells + l * n, n, x + l, to);
}

constexpr WeightKernels weights_here{lines<float>, lines<std::uint16_t>, lines<std::int8_t>,
                                     add_lines};

}  // namespace

}  // namespace glassformer
