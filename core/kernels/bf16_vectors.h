#pragma once

#include <immintrin.h>

#include <cstdint>

#include "core/kernels/fused_vectors.h"

// The vectors that the kernel of bfloat16 computes with: floats whose upper halves are multiplied
// as bfloat16, two pairs in each lane.
namespace glassformer {

namespace {

namespace bf16 {

inline constexpr int kLine = 16;  // floats

// Floats, and the pairs of bfloat16 that two such vectors make: of a whole line or of half of one.
using Vector = fused::Vector;
using HalfVector [[gnu::vector_size(32), gnu::may_alias]] = float;
using Pairs [[gnu::vector_size(64), gnu::may_alias]] = std::uint32_t;
using HalfPairs [[gnu::vector_size(32), gnu::may_alias]] = std::uint32_t;

template <int Lanes>
struct Wide;
template <>
struct Wide<kLine> {
  using Floats = bf16::Vector;
  using Packed = bf16::Pairs;
};
template <>
struct Wide<kLine / 2> {
  using Floats = bf16::HalfVector;
  using Packed = bf16::HalfPairs;
};

template <int Lanes>
GLASSFORMER_INLINE typename Wide<Lanes>::Floats load(const float* from) {
  return *reinterpret_cast<const typename Wide<Lanes>::Floats*>(from);
}
GLASSFORMER_INLINE void store(float* to, Vector value) {
  *reinterpret_cast<Vector*>(to) = value;
}
GLASSFORMER_INLINE void store(float* to, HalfVector value) {
  *reinterpret_cast<HalfVector*>(to) = value;
}

// Cells of a in the lower halves of 32 bits, cells of b in the upper: bfloat16, cut off.
GLASSFORMER_INLINE Pairs packed(Vector a) {
  return Pairs(a) >> 16;
}
GLASSFORMER_INLINE HalfPairs packed(HalfVector a) {
  return HalfPairs(a) >> 16;
}
GLASSFORMER_INLINE Pairs packed(Vector a, Vector b) {
  return Pairs(_mm512_mask_blend_epi16(0xAAAAAAAA, __m512i(packed(a)), __m512i(b)));
}
GLASSFORMER_INLINE HalfPairs packed(HalfVector a, HalfVector b) {
  return HalfPairs(_mm256_mask_blend_epi16(0xAAAA, __m256i(packed(a)), __m256i(b)));
}

// Keeps the compiler from making it again for each use.
GLASSFORMER_INLINE Pairs in_register(Pairs v) {
  asm("" : "+v"(v));
  return v;
}
GLASSFORMER_INLINE HalfPairs in_register(HalfPairs v) {
  asm("" : "+v"(v));
  return v;
}

// sum + a_low b_low + a_high b_high, in each lane.
GLASSFORMER_INLINE Vector plus_products(Vector sum, Pairs a, Pairs b) {
  return Vector(_mm512_dpbf16_ps(__m512(sum), __m512bh(a), __m512bh(b)));
}
// With the same pair in every lane. The compiler would load that pair by an instruction of its own,
// and a core looks only so many instructions ahead.
GLASSFORMER_INLINE Vector plus_products(Vector sum, Pairs a, const std::uint32_t* pair) {
  asm("vdpbf16ps %2%{1to16%}, %1, %0" : "+v"(sum) : "v"(a), "m"(*pair));
  return sum;
}
GLASSFORMER_INLINE HalfVector plus_products(HalfVector sum, HalfPairs a,
                                            const std::uint32_t* pair) {
  asm("vdpbf16ps %2%{1to8%}, %1, %0" : "+v"(sum) : "v"(a), "m"(*pair));
  return sum;
}

}  // namespace bf16

}  // namespace

}  // namespace glassformer
