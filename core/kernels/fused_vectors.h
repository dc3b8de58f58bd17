#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/kernels/lanes.h"

// The vectors that the kernels of word vectors compute with: floats, as wide as the file that
// includes this is compiled for. It belongs to that file alone, as core/kernels/lanes.h does.
namespace glassformer {

namespace {

namespace fused {

// Threads change rows under each other's hands, and mean to (core/embed/train/threads.h).
#if defined(__SANITIZE_THREAD__)
#define GLASSFORMER_RACY __attribute__((no_sanitize("thread")))
#define GLASSFORMER_INLINE inline GLASSFORMER_RACY
#else
#define GLASSFORMER_RACY
#define GLASSFORMER_INLINE inline __attribute__((always_inline))
#endif

using Vector [[gnu::vector_size(lane_bytes), gnu::may_alias]] = float;
using Bits [[gnu::vector_size(lane_bytes)]] = std::int32_t;
inline constexpr int kLanes = lane_bytes / 4;

GLASSFORMER_INLINE Vector at(const float* row, int column) {
  return reinterpret_cast<const Vector*>(row)[column];
}

GLASSFORMER_INLINE void put(float* row, int column, Vector value) {
  reinterpret_cast<Vector*>(row)[column] = value;
}

// Keeps the compiler from loading it again for each use: loads are the bottleneck.
GLASSFORMER_INLINE Vector in_register(Vector v) {
#if defined(__x86_64__)
  asm("" : "+v"(v));
#endif
  return v;
}

// Cells of a and of b: index(i) < kLanes is one of a.
template <int (*index)(int), std::size_t... I>
GLASSFORMER_INLINE Vector chosen(Vector a, Vector b, std::index_sequence<I...>) {
  return __builtin_shufflevector(a, b, index(static_cast<int>(I))...);
}

// Two times as many cells become half of them: what `first` and `second` choose of a and b, added.
template <int (*first)(int), int (*second)(int)>
GLASSFORMER_INLINE Vector folded(Vector a, Vector b) {
  constexpr auto all = std::make_index_sequence<kLanes>();
  return chosen<first>(a, b, all) + chosen<second>(a, b, all);
}

// Within quarters of four cells: a0 b0 a1 b1 and a2 b2 a3 b3; a0 a1 b0 b1 and a2 a3 b2 b3.
template <int Second>
constexpr int singles(int i) {
  return i / 4 * 4 + 2 * Second + i % 4 / 2 + i % 2 * kLanes;
}
template <int Second>
constexpr int pairs(int i) {
  return i / 4 * 4 + 2 * Second + i % 2 + i % 4 / 2 * kLanes;
}
// Whole quarters: a half of a and the same half of b; every second quarter of a, then of b.
template <int Second>
constexpr int halves(int i) {
  constexpr int half = kLanes / 2;
  return i / half * kLanes + Second * half + i % half;
}
template <int Second>
constexpr int quarters(int i) {
  constexpr int half = kLanes / 2;
  return i / half * kLanes + (i % half / 4 * 2 + Second) * 4 + i % 4;
}

// Of each of four vectors the cells of a quarter added up, for all quarters. From `Used` on they
// are zeros.
template <int Used>
GLASSFORMER_INLINE Vector sums_of_four(const Vector* v) {
  if (Used <= 0) return Vector{};
  const Vector ab = folded<singles<0>, singles<1>>(v[0], v[1]);
  const Vector cd = Used > 2 ? folded<singles<0>, singles<1>>(v[2], v[3]) : Vector{};
  return folded<pairs<0>, pairs<1>>(ab, cd);
}

// The sums of 8 vectors to each of `Rows` rows of 8 floats; where a vector holds more than 8, whole
// vectors are written. Of the 8, the first `Used` are not zeros.
template <int Rows, int Used>
GLASSFORMER_INLINE void put_sums(const Vector (*v)[8], float* to) {
  Vector low[Rows], high[Rows];
  for (int i = 0; i < Rows; ++i) {
    low[i] = sums_of_four<Used>(v[i]);
    high[i] = sums_of_four<Used - 4>(v[i] + 4);
  }
  if constexpr (kLanes == 4) {
    for (int i = 0; i < Rows; ++i) {
      put(to, 2 * i, low[i]);
      put(to, 2 * i + 1, high[i]);
    }
  } else {
    for (int i = 0; i < Rows; ++i) low[i] = folded<halves<0>, halves<1>>(low[i], high[i]);
    if constexpr (kLanes == 8) {
      for (int i = 0; i < Rows; ++i) put(to, i, low[i]);
    } else {
      static_assert(Rows <= 2);
      put(to, 0, folded<quarters<0>, quarters<1>>(low[0], low[Rows - 1]));
    }
  }
}

// e^x for |x| ≤ 80, as quick_exp of core/kernels/lanes.h, one polynomial degree less: within 3e-6.
GLASSFORMER_INLINE Vector exponential(Vector x) {
  constexpr float round_up = 12582912.0F;  // 1.5 · 2²³: adding it leaves k in the low bits
  const Vector shifted = x * 1.44269504F + round_up;
  const Vector k = shifted - round_up;
  const Vector r = (x - k * 0.693359375F) - k * -2.12194440e-4F;
  Vector p = r * (1.0F / 120) + 1.0F / 24;
  p = p * r + 1.0F / 6;
  p = p * r + 0.5F;
  p = p * r + 1.0F;
  p = p * r + 1.0F;
  Bits power;
  __builtin_memcpy(&power, &shifted, sizeof power);
  power = (power - 0x4B400000 + 127) << 23;
  Vector scale;
  __builtin_memcpy(&scale, &power, sizeof scale);
  return p * scale;
}

GLASSFORMER_INLINE Vector bounded(Vector x, float max) {
  const Vector high = Vector{} + max, low = Vector{} - max;
  x = x > high ? high : x;
  return x < low ? low : x;
}

// −log σ(x), the loss of a score. In float, which is three times as fast: a sum of thousands is
// shown with five digits.
inline float softplus_of_minus(float x) {
  return __builtin_logf(1.0F + __builtin_expf(-__builtin_fabsf(x))) + (x < 0 ? -x : 0.0F);
}

}  // namespace fused

}  // namespace

}  // namespace glassformer
