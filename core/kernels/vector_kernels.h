#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernels/width.h"

namespace glassformer {

// What searches among word vectors and projections of them do with rows of n floats, for vectors of
// one width.
struct VectorKernels {
  float (*squared_distance)(const float* a, const float* b, std::size_t n);
  // The products of a row with `count` queries, into `to`; returns row · row. n must be a multiple
  // of the width's lanes.
  float (*products)(const float* row, const float* const* queries, std::size_t count, std::size_t n,
                    float* to);
  float (*dot_from)(const float* row, const float* origin, const float* axis, std::size_t n);
  void (*difference)(const float* a, const float* b, float* to, std::size_t n);  // to may be b
  // The first i, from `begin` on and a multiple of near_group, for which one of the near_group
  // cells i, i + 1, … of a − b is at most the limit, and which of them are: the lowest bit is that
  // of i. `end`, such a multiple too, where there is none.
  struct NearCells {
    std::size_t begin;
    std::uint64_t bits;
  };
  NearCells (*next_near)(const float* a, const float* b, std::size_t begin, std::size_t end,
                         float limit);
  // to = e^(−precision (x − least)). Returns Σ to and Σ to (x − least), in double.
  struct Gaussians {
    double sum, weighted;
  };
  Gaussians (*gaussians)(const float* x, float least, float precision, float* to, std::size_t n);
  // The scores of a is to b as c is to each; returns the highest. As differences, or as 3CosMul.
  float (*analogies)(const float* a, const float* b, const float* c, bool multiply, float* to,
                     std::size_t n);
  std::int32_t (*byte_product)(const std::uint8_t* a, const std::int8_t* b, std::size_t n);
};
inline constexpr std::size_t near_group = 64;

extern const VectorKernels vectors_baseline, vectors_avx2, vectors_avx512;
inline constexpr OfWidths<VectorKernels> vector_widths GLASSFORMER_OF_WIDTHS(vectors);
const VectorKernels& vector_kernels();  // of the width in use

// Σ a b, by instructions that few processors have: only where has_byte_products(). n must be a
// multiple of 64.
std::int32_t byte_product_avx512(const std::uint8_t* a, const std::int8_t* b, std::size_t n);
// By whatever is fastest here.
using ByteProduct = std::int32_t (*)(const std::uint8_t* a, const std::int8_t* b, std::size_t n);
ByteProduct byte_product();

}  // namespace glassformer
