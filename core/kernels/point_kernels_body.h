#pragma once

#if defined(__SSE__)
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/kernels/lanes.h"
#include "core/kernels/point_kernels.h"

// core/kernels/point_kernels.h, once for each width.
namespace glassformer {

namespace {

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

struct PushSums {
  Lanes x{}, y{}, z{};

  PointKernels::Push all() const { return {sum_of(x), sum_of(y), sum_of(z)}; }
};

// Of n points with covariance C, d = y_i − mean: to the second order
//   Σ q              is  n q + n q² (4 q dᵀCd − tr C)
//   Σ q² (y_i − y_j) is  n q² d + n q³ (d (12 q dᵀCd − 2 tr C) − 4 C d)
inline void push_from_far(const PointKernels::Far& from, std::size_t j, float x, float y,
                          PushSums& sums) {
  const Lanes dx = x - load_lanes(from.x + j), dy = y - load_lanes(from.y + j);
  const Lanes xx = load_lanes(from.xx + j), xy = load_lanes(from.xy + j);
  const Lanes yy = load_lanes(from.yy + j);
  const Lanes q = quick_reciprocal(dx * dx + (dy * dy + 1.0F));
  const Lanes counted = q * load_lanes(from.count + j);
  const Lanes cx = xx * dx + xy * dy, cy = xy * dx + yy * dy;
  const Lanes along = q * (dx * cx + dy * cy), trace = xx + yy;
  const Lanes push = 1.0F + q * (12.0F * along - 2.0F * trace);
  const Lanes turn = 4.0F * q;
  const Lanes square = counted * q;
  sums.z += counted + square * (4.0F * along - trace);
  sums.x += square * (push * dx - turn * cx);
  sums.y += square * (push * dy - turn * cy);
}

inline void push_from_near(Lanes from_x, Lanes from_y, float x, float y, PushSums& sums) {
  const Lanes dx = x - from_x, dy = y - from_y;
  const Lanes q = quick_reciprocal(dx * dx + (dy * dy + 1.0F));
  const Lanes push = q * q;
  sums.z += q;
  sums.x += push * dx;
  sums.y += push * dy;
}

void push_two(const PointKernels::Far& far, const PointKernels::Near& near, const float* x,
              const float* y, PointKernels::Push* to) {
  const float x0 = x[0], y0 = y[0], x1 = x[1], y1 = y[1];
  PushSums a, b;
  for (std::size_t j = 0; j < far.size; j += wide) {
    push_from_far(far, j, x0, y0, a);
    push_from_far(far, j, x1, y1, b);
  }
  for (std::size_t j = 0; j < near.size; j += wide) {
    const Lanes from_x = load_lanes(near.x + j), from_y = load_lanes(near.y + j);
    push_from_near(from_x, from_y, x0, y0, a);
    push_from_near(from_x, from_y, x1, y1, b);
  }
  to[0] = a.all();
  to[1] = b.all();
}

void push_four(const PointKernels::Near& all, const float* x, const float* y,
               PointKernels::Push* to) {
  constexpr int together = 4;
  PushSums sums[together];
  for (std::size_t j = 0; j < all.size; j += wide) {
    const Lanes from_x = load_lanes(all.x + j), from_y = load_lanes(all.y + j);
    for (int i = 0; i < together; ++i) push_from_near(from_x, from_y, x[i], y[i], sums[i]);
  }
  for (int i = 0; i < together; ++i) to[i] = sums[i].all();
}

// Every second cell of a, then of b, from `first` on.
template <int first, std::size_t... I>
inline Lanes every_second(Lanes a, Lanes b, std::index_sequence<I...>) {
  return __builtin_shufflevector(a, b, (2 * static_cast<int>(I) + first)...);
}

// Calls body(i, dx, dy) with a vector of differences at a time, `of` being pulls of either kind.
#if defined(__AVX512F__)
inline __m512i whole_ids(const int* ids) {
  return _mm512_loadu_si512(ids);
}
inline __m512i whole_ids(const std::uint16_t* ids) {
  return _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(ids)));
}

template <class Of, class Body>
inline void for_pulls(const Of& of, const Body& body) {
  constexpr std::make_index_sequence<wide> each;
  for (std::size_t i = 0; i < of.size; i += wide) {
    const __m512i ids = whole_ids(of.ids + i);
    const auto from = [&](__m256i half) {  // x and y of a place are read as one cell of 64 bits
      return _mm512_castpd_ps(_mm512_i32gather_pd(half, of.places, 8));
    };
    const Lanes a = from(_mm512_castsi512_si256(ids));
    const Lanes b = from(_mm512_extracti64x4_epi64(ids, 1));
    body(i, of.x - every_second<0>(a, b, each), of.y - every_second<1>(a, b, each));
  }
}
#else
// Places of a block are first brought together, then worked on: reading them one by one into a
// vector would wait for each.
template <class Of, class Body>
inline void for_pulls(const Of& of, const Body& body) {
  constexpr std::size_t block = 128;
  constexpr std::make_index_sequence<wide> each;
  alignas(64) float near[2 * block];
  for (std::size_t begin = 0; begin < of.size; begin += block) {
    const std::size_t count = least(block, of.size - begin);
    const auto* ids = of.ids + begin;
    for (std::size_t j = 0; j < count; ++j) {
      __builtin_memcpy(near + 2 * j, of.places + 2 * static_cast<std::size_t>(ids[j]),
                       2 * sizeof(float));
    }
    for (std::size_t j = 0; j < count; j += wide) {
      const Lanes a = load_lanes(near + 2 * j), b = load_lanes(near + 2 * j + wide);
      body(begin + j, of.x - every_second<0>(a, b, each), of.y - every_second<1>(a, b, each));
    }
  }
}
#endif

inline Lanes shares_at(const float* shares) {
  return load_lanes(shares);
}
inline Lanes shares_at(const std::uint16_t* shares) {
  std::uint16_t whole [[gnu::vector_size(2 * lanes)]];
  __builtin_memcpy(&whole, shares, sizeof whole);
  return __builtin_convertvector(__builtin_convertvector(whole, LaneNumbers), Lanes);
}

template <class Of>
inline PointKernels::Push pull_of(const Of& of) {
  PushSums sums;
  for_pulls(of, [&](std::size_t i, Lanes dx, Lanes dy) {
    const Lanes q = quick_reciprocal(dx * dx + (dy * dy + 1.0F));
    const Lanes pulled = q * shares_at(of.shares + i);
    sums.x += pulled * dx;
    sums.y += pulled * dy;
  });
  return sums.all();
}

PointKernels::Push pull(const PointKernels::Pulls& of) {
  return pull_of(of);
}

PointKernels::Push pull_short(const PointKernels::ShortPulls& of) {
  return pull_of(of);
}

float cost(const PointKernels::Pulls& of, float log_z) {
  Lanes cost{};
  for_pulls(of, [&](std::size_t i, Lanes dx, Lanes dy) {
    const Lanes p = load_lanes(of.shares + i);
    const Lanes distance = dx * dx + (dy * dy + 1.0F);
    Lanes logs;
    for (int lane = 0; lane < lanes; ++lane) {
      logs[lane] = p[lane] > 0 ? __builtin_logf(p[lane] * distance[lane]) + log_z : 0;
    }
    cost += p * logs;
  });
  return sum_of(cost);
}

constexpr PointKernels points_here{push_two, push_four, pull, pull_short, cost};

}  // namespace

}  // namespace glassformer
