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

// e^x of every cell. In float within 2 units in the last place, for cells up to 88; 0 below −104
// and for −∞; nan stays nan.
//
// e^x = 2^k e^r with k = round(x / ln 2), and e^r with |r| ≤ ln 2 / 2 by its Taylor polynomial.
#ifdef GLASSFORMER_DOUBLE
inline Lanes quick_exp(Lanes x) {
  for (int i = 0; i < lanes; ++i) x[i] = std::exp(x[i]);
  return x;
}
#else
inline Lanes quick_exp(Lanes x) {
  using Powers [[gnu::vector_size(lane_bytes)]] = std::int32_t;
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
  const Powers power = std::bit_cast<Powers>(shifted) - 0x4B400000;
  const Powers half = power >> 1;
  const Lanes low = std::bit_cast<Lanes>((half + 127) << 23);
  const Lanes high = std::bit_cast<Lanes>((power - half + 127) << 23);
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

// The same of an array, in place. The count must be a multiple of `lanes`.
inline void quick_exp(Real* cells, int count) {
  for (int i = 0; i < count; i += lanes) store_lanes(cells + i, quick_exp(load_lanes(cells + i)));
}

}  // namespace glassformer
