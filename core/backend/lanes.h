#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/tensor/real.h"

// Vectors as wide as the processor that the program is built for has them, and the arithmetic that
// the hot loops share. GCC's vector types compile on every processor.
namespace glassformer {

#if defined(__AVX512F__)
inline constexpr int lane_bytes = 64;
#elif defined(__AVX__)
inline constexpr int lane_bytes = 32;
#else
inline constexpr int lane_bytes = 16;
#endif

using Lanes [[gnu::vector_size(lane_bytes)]] = Real;
inline constexpr int lanes = lane_bytes / static_cast<int>(sizeof(Real));

// The next multiple of a vector's width.
constexpr int padded(int n) {
  return (n + lanes - 1) / lanes * lanes;
}

inline Lanes load_lanes(const Real* from) {
  Lanes to;
  std::memcpy(&to, from, sizeof to);
  return to;
}

inline void store_lanes(Real* to, Lanes from) {
  std::memcpy(to, &from, sizeof from);
}

// e^x in Real, for loops over many cells: in float within 2 units in the last place, and simple
// enough for the compiler to compute several at once. 0 below −87.3, where e^x leaves the normal
// numbers; ∞ above 88.7; nan stays nan.
//
// e^x = 2^k e^r with k = round(x / ln 2), and e^r with |r| ≤ ln 2 / 2 by its Taylor polynomial.
inline float quick_exp(float x) {
  constexpr float least = -87.33F, most = 88.72F;
  constexpr float round_up =
      12582912.0F;  // 1.5 · 2^23: adding it leaves the integer in the low bits
  const float inside = x < least ? least : x > most ? most : x;
  const float shifted = inside * 1.44269504F + round_up;
  const float k = shifted - round_up;
  const float r = (inside - k * 0.693359375F) - k * -2.12194440e-4F;  // ln 2 in two parts
  float p = 1.0F / 720;
  p = p * r + 1.0F / 120;
  p = p * r + 1.0F / 24;
  p = p * r + 1.0F / 6;
  p = p * r + 0.5F;
  p = p * r + 1;
  p = p * r + 1;
  // Two halves of the exponent, as 2^128 itself is no float.
  const std::int32_t power = std::bit_cast<std::int32_t>(shifted) - 0x4B400000;
  const std::int32_t half = power >> 1;
  const float low = std::bit_cast<float>((half + 127) << 23);
  const float high = std::bit_cast<float>((power - half + 127) << 23);
  const float y = p * low * high;
  const float bounded = x < least ? 0 : x > most ? HUGE_VALF : y;
  return x == x ? bounded : x;
}

inline double quick_exp(double x) {
  return std::exp(x);
}

}  // namespace glassformer
