#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernels/lanes.h"
#include "core/kernels/vector_kernels.h"

// core/kernels/vector_kernels.h, once for each width.
namespace glassformer {

namespace {

// In pairs, which rounds less than one after the other.
inline float in_pairs(Lanes cells) {
  for (int width = lanes / 2; width > 0; width /= 2) {
    for (int i = 0; i < width; ++i) cells[i] += cells[i + width];
  }
  return cells[0];
}

float squared_distance_here(const float* a, const float* b, std::size_t n) {
  Lanes sums{};
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    const Lanes gap = load_part(a + i, count) - load_part(b + i, count);
    sums += gap * gap;
  });
  return in_pairs(sums);
}

// N queries at a time beside row · row: the row is read once.
template <int N>
inline float products_of(const float* row, const float* const* queries, std::size_t n, float* to) {
  Lanes sums[N] = {}, more[N] = {};
  Lanes own = {}, more_own = {};
  std::size_t k = 0;
  for (; k + 2 * wide <= n; k += 2 * wide) {
    const Lanes a = load_lanes(row + k), b = load_lanes(row + k + wide);
    own += a * a;
    more_own += b * b;
    for (int q = 0; q < N; ++q) {
      sums[q] += a * load_lanes(queries[q] + k);
      more[q] += b * load_lanes(queries[q] + k + wide);
    }
  }
  if (k < n) {
    const Lanes a = load_lanes(row + k);
    own += a * a;
    for (int q = 0; q < N; ++q) sums[q] += a * load_lanes(queries[q] + k);
  }
  for (int q = 0; q < N; ++q) to[q] = in_pairs(sums[q] + more[q]);
  return in_pairs(own + more_own);
}

float products_here(const float* row, const float* const* queries, std::size_t count, std::size_t n,
                    float* to) {
  float own = 0;
  std::size_t q = 0;
  for (; q + 4 <= count; q += 4) own = products_of<4>(row, queries + q, n, to + q);
  for (; q < count; ++q) own = products_of<1>(row, queries + q, n, to + q);
  return own;
}

float dot_from(const float* row, const float* origin, const float* axis, std::size_t n) {
  Lanes sums{};
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    sums += (load_part(row + i, count) - load_part(origin + i, count)) * load_part(axis + i, count);
  });
  return sum_of(sums);
}

void difference(const float* a, const float* b, float* to, std::size_t n) {
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    store_part(to + i, load_part(a + i, count) - load_part(b + i, count), count);
  });
}

// A bit for each lane: whether it is at most the limit.
inline std::uint64_t lanes_within(Lanes x, float limit) {
#if defined(__AVX512F__)
  return _mm512_cmp_ps_mask(x, _mm512_set1_ps(limit), _CMP_LE_OQ);
#elif defined(__AVX__)
  const __m256 within = _mm256_cmp_ps(x, _mm256_set1_ps(limit), _CMP_LE_OQ);
  return static_cast<std::uint64_t>(_mm256_movemask_ps(within));
#else
  std::uint64_t bits = 0;
  for (int lane = 0; lane < lanes; ++lane) bits |= std::uint64_t{x[lane] <= limit} << lane;
  return bits;
#endif
}

VectorKernels::NearCells next_near(const float* a, const float* b, std::size_t begin,
                                   std::size_t end, float limit) {
  for (; begin < end; begin += near_group) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < near_group; i += wide) {
      bits |= lanes_within(load_lanes(a + begin + i) - load_lanes(b + begin + i), limit) << i;
    }
    if (bits != 0) return {begin, bits};
  }
  return {end, 0};
}

VectorKernels::Gaussians gaussians(const float* x, float least, float precision, float* to,
                                   std::size_t n) {
  by_vectors(n, [&](std::size_t i, std::ptrdiff_t count) {
    store_part(to + i, quick_exp(-precision * (load_part(x + i, count) - least)), count);
  });
  double sum = 0, weighted = 0;
#pragma omp simd reduction(+ : sum, weighted)
  for (std::size_t i = 0; i < n; ++i) {
    const auto power = static_cast<double>(to[i]);
    sum += power;
    weighted += power * static_cast<double>(x[i] - least);
  }
  return {sum, weighted};
}

float analogies(const float* a, const float* b, const float* c, bool multiply, float* to,
                std::size_t n) {
  Lanes highest = Lanes{} - __builtin_inff();
  for (std::size_t i = 0; i < n; i += wide) {
    const Lanes of_a = load_lanes(a + i), of_b = load_lanes(b + i), of_c = load_lanes(c + i);
    Lanes score = of_b - of_a + of_c;
    if (multiply) score = (of_b + 1.0F) * (of_c + 1.0F) / (of_a + 1.002F);  // but for a factor
    store_lanes(to + i, score);
    highest = score > highest ? score : highest;
  }
  float found = highest[0];
  for (int lane = 1; lane < lanes; ++lane) found = highest[lane] > found ? highest[lane] : found;
  return found;
}

// In integers.
std::int32_t byte_product_here(const std::uint8_t* a, const std::int8_t* b, std::size_t n) {
  std::int32_t sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t k = 0; k < n; ++k) {
    sum += static_cast<std::int32_t>(a[k]) * static_cast<std::int32_t>(b[k]);
  }
  return sum;
}

constexpr VectorKernels vectors_here{
    squared_distance_here, products_here, dot_from, difference, next_near, gaussians, analogies,
    byte_product_here};

}  // namespace

}  // namespace glassformer
