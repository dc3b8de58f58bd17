#pragma once

#include <immintrin.h>

#include <cstdint>

#include "core/embed/train/fused_vectors.h"

// The vectors that core/embed/train/bf16_step.h computes with: floats whose upper halves are
// multiplied as bfloat16, two pairs in each lane. Only where has_bf16_products.
namespace glassformer::bf16 {

using fused::Vector;
using HalfVector [[gnu::vector_size(lane_bytes / 2), gnu::may_alias]] = float;

inline constexpr int kLine = 16;  // floats

template <class Floats>
struct PackedType {
  using Type [[gnu::vector_size(sizeof(Floats)), gnu::may_alias]] = std::uint32_t;
};
template <class Floats>
using Packed = typename PackedType<Floats>::Type;

template <class Floats>
GLASSFORMER_INLINE Floats load(const float* from) {
  return *reinterpret_cast<const Floats*>(from);
}
template <class Floats>
GLASSFORMER_INLINE void store(float* to, Floats value) {
  *reinterpret_cast<Floats*>(to) = value;
}

// Cells of a in the lower halves of 32 bits, cells of b in the upper: bfloat16, cut off.
template <class Floats>
GLASSFORMER_INLINE Packed<Floats> packed(Floats a) {
  return Packed<Floats>(a) >> 16;
}
GLASSFORMER_INLINE Packed<Vector> packed(Vector a, Vector b) {
  return Packed<Vector>(_mm512_mask_blend_epi16(0xAAAAAAAA, __m512i(packed(a)), __m512i(b)));
}
GLASSFORMER_INLINE Packed<HalfVector> packed(HalfVector a, HalfVector b) {
  return Packed<HalfVector>(_mm256_mask_blend_epi16(0xAAAA, __m256i(packed(a)), __m256i(b)));
}

// Keeps the compiler from making it anew for each use.
template <class Bits>
GLASSFORMER_INLINE Bits in_register(Bits v) {
  asm("" : "+v"(v));
  return v;
}

// sum + a_low b_low + a_high b_high, in each lane.
GLASSFORMER_INLINE Vector plus_products(Vector sum, Packed<Vector> a, Packed<Vector> b) {
  return Vector(_mm512_dpbf16_ps(__m512(sum), __m512bh(a), __m512bh(b)));
}
// With the same pair in every lane. The compiler would load that pair by an instruction of its own,
// and a core looks only so many instructions ahead.
GLASSFORMER_INLINE Vector plus_products(Vector sum, Packed<Vector> a, const std::uint32_t* pair) {
  asm("vdpbf16ps %2%{1to16%}, %1, %0" : "+v"(sum) : "v"(a), "m"(*pair));
  return sum;
}
GLASSFORMER_INLINE HalfVector plus_products(HalfVector sum, Packed<HalfVector> a,
                                            const std::uint32_t* pair) {
  asm("vdpbf16ps %2%{1to8%}, %1, %0" : "+v"(sum) : "v"(a), "m"(*pair));
  return sum;
}

}  // namespace glassformer::bf16
