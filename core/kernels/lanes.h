#pragma once

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/tensor/real.h"

// Vectors as wide as the file that includes this is compiled for, and the arithmetic that the
// kernels share. GCC's vector types compile on every processor. All of it belongs to that file
// alone: what two files share the linker keeps once, and it might be the wider one.
namespace glassformer {

namespace {

#if defined(__AVX512F__)
inline constexpr int lane_bytes = 64;
#elif defined(__AVX__)
inline constexpr int lane_bytes = 32;
#else
inline constexpr int lane_bytes = 16;
#endif

using Lanes [[gnu::vector_size(lane_bytes)]] = Real;
// Whole numbers as wide as Real.
using LaneNumber = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
using LaneNumbers [[gnu::vector_size(lane_bytes)]] = LaneNumber;
inline constexpr int lanes = lane_bytes / static_cast<int>(sizeof(Real));

// What <algorithm> and <bit> have; but of those the linker may keep this file's for all.
template <class T>
constexpr T least(T a, T b) {
  return b < a ? b : a;
}
template <class T>
constexpr T most(T a, T b) {
  return a < b ? b : a;
}
template <class To, class From>
inline To bits_of(const From& from) {
  To to;
  static_assert(sizeof to == sizeof from);
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

inline Lanes load_lanes(const Real* from) {
  Lanes to;
  __builtin_memcpy(&to, from, sizeof to);
  return to;
}

inline void store_lanes(Real* to, Lanes from) {
  __builtin_memcpy(to, &from, sizeof from);
}

// Some cells that need not fill a vector: those beyond `count` are 0, and none is written there.
#if defined(__AVX512F__) && !defined(GLASSFORMER_DOUBLE)
inline Lanes load_part(const Real* from, std::ptrdiff_t count) {
  if (count >= lanes) return load_lanes(from);
  return _mm512_maskz_loadu_ps(static_cast<__mmask16>((1U << count) - 1), from);
}
inline void store_part(Real* to, Lanes from, std::ptrdiff_t count) {
  if (count >= lanes) return store_lanes(to, from);
  _mm512_mask_storeu_ps(to, static_cast<__mmask16>((1U << count) - 1), from);
}
#elif defined(__AVX2__) && !defined(GLASSFORMER_DOUBLE)
inline __m256i first_lanes(std::ptrdiff_t count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)),
                            _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
inline Lanes load_part(const Real* from, std::ptrdiff_t count) {
  if (count >= lanes) return load_lanes(from);
  return _mm256_maskload_ps(from, first_lanes(count));
}
inline void store_part(Real* to, Lanes from, std::ptrdiff_t count) {
  if (count >= lanes) return store_lanes(to, from);
  _mm256_maskstore_ps(to, first_lanes(count), from);
}
#else
inline Lanes load_part(const Real* from, std::ptrdiff_t count) {
  if (count >= lanes) return load_lanes(from);
  Lanes to{};
  for (std::ptrdiff_t lane = 0; lane < count; ++lane) to[lane] = from[lane];
  return to;
}
inline void store_part(Real* to, Lanes from, std::ptrdiff_t count) {
  if (count >= lanes) return store_lanes(to, from);
  for (std::ptrdiff_t lane = 0; lane < count; ++lane) to[lane] = from[lane];
}
#endif

// The cells beyond `count` become 0.
inline Lanes without_rest(Lanes x, std::ptrdiff_t count) {
  if (count >= lanes) return x;
  LaneNumbers at;
  for (int lane = 0; lane < lanes; ++lane) at[lane] = lane;
  return at < static_cast<LaneNumber>(count) ? x : Lanes{};
}

inline constexpr auto wide = static_cast<std::size_t>(lanes);

// Calls body(i, count) for each vector of cells: it begins at i, and has `count` of them, fewer
// than `lanes` at the end.
template <class Body>
inline void by_vectors(std::size_t n, const Body& body) {
  std::size_t i = 0;
  for (; i + wide <= n; i += wide) body(i, lanes);
  if (i < n) body(i, static_cast<std::ptrdiff_t>(n - i));
}

inline Real sum_of(Lanes x) {
  Real sum = 0;
  for (int lane = 0; lane < lanes; ++lane) sum += x[lane];
  return sum;
}

// e^x of every cell. In float within 2 units in the last place, for cells up to 88; 0 below −104
// and for −∞; nan stays nan.
//
// e^x = 2^k e^r with k = round(x / ln 2), and e^r with |r| ≤ ln 2 / 2 by its Taylor polynomial.
#ifdef GLASSFORMER_DOUBLE
inline Lanes quick_exp(Lanes x) {
  for (int i = 0; i < lanes; ++i) x[i] = __builtin_exp(x[i]);
  return x;
}
#else
inline Lanes quick_exp(Lanes x) {
  constexpr float round_up = 12582912.0F;  // 1.5 · 2^23: adding it leaves k in the low bits
  const Lanes inside = x < -104.0F ? Lanes{} - 104.0F : x;
  const Lanes shifted = inside * 1.44269504F + round_up;
  const Lanes k = shifted - round_up;
  const Lanes r = (inside - k * 0.693359375F) - k * -2.12194440e-4F;  // ln 2 in two parts
  Lanes p = r * (1.0F / 720) + 1.0F / 120;
  p = p * r + 1.0F / 24;
  p = p * r + 1.0F / 6;
  p = p * r + 0.5F;
  p = p * r + 1.0F;
  p = p * r + 1.0F;
  // 2^k as two factors: k goes below what one exponent holds.
  const LaneNumbers power = bits_of<LaneNumbers>(shifted) - 0x4B400000;
  const LaneNumbers half = power >> 1;
  const Lanes low = bits_of<Lanes>((half + 127) << 23);
  const Lanes high = bits_of<Lanes>((power - half + 127) << 23);
  return p * low * high;
}
#endif

// σ(x) = 1 / (1 + e^(−x)) and tanh x = 2 σ(2x) − 1, for all x; nan stays nan.
inline Lanes quick_sigmoid(Lanes x) {
  const Lanes above = x < -80 ? Lanes{} - 80 : x;
  return 1 / (1 + quick_exp(-above));
}
inline Lanes quick_tanh(Lanes x) {
  return 2 * quick_sigmoid(2 * x) - 1;
}

}  // namespace

}  // namespace glassformer
