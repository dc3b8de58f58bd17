#include "core/embed/train/bf16_step.h"

#if defined(__AVX512BF16__) && defined(__AVX512BW__)

#include <immintrin.h>

#include <algorithm>
#include <type_traits>

#include "core/embed/train/fused_vectors.h"
#include "core/embed/train/hogwild.h"

namespace glassformer {

namespace {

using fused::Vector;

constexpr int kMost = 16;  // outputs of a step: the lanes of a vector
constexpr int kLine = 16;  // floats

// Cells of a in the lower halves of 32 bits, cells of b in the upper: bfloat16, cut off.
GLASSFORMER_INLINE __m512i packed(Vector a, Vector b) {
  const __m512i low = _mm512_srli_epi32(_mm512_castps_si512(__m512(a)), 16);
  return _mm512_mask_blend_epi16(0xAAAAAAAA, low, _mm512_castps_si512(__m512(b)));
}
GLASSFORMER_INLINE __m512i packed(Vector a) {
  return _mm512_srli_epi32(_mm512_castps_si512(__m512(a)), 16);
}

// sum + a_low b_low + a_high b_high, in each of sixteen lanes.
GLASSFORMER_INLINE Vector plus_products(Vector sum, __m512i a, __m512i b) {
  return Vector(_mm512_dpbf16_ps(__m512(sum), __m512bh(a), __m512bh(b)));
}
// With the same pair in every lane.
GLASSFORMER_INLINE Vector plus_products(Vector sum, __m512i a, const std::uint32_t* b) {
  return plus_products(sum, a, _mm512_set1_epi32(static_cast<int>(*b)));
}

GLASSFORMER_INLINE __m512i in_register(__m512i v) {
  asm("" : "+v"(v));
  return v;
}

// Of rows two vectors of columns each, then the next two of all.
template <int Rows>
GLASSFORMER_INLINE void pack_rows(float* const* rows, int columns, std::uint32_t* to) {
#pragma GCC unroll 16
  for (int j = 0; j < Rows; ++j) {
    std::uint32_t* at = to + j * kLine;
    int c = 0;
    for (; c + 1 < columns; c += 2, at += Rows * kLine) {
      _mm512_store_si512(at, packed(fused::at(rows[j], c), fused::at(rows[j], c + 1)));
    }
    if (c < columns) _mm512_store_si512(at, packed(fused::at(rows[j], c)));
  }
}

// Some of the columns of two inputs × packed outputs.
template <int Outputs>
GLASSFORMER_INLINE void multiply_columns(__m512i first, __m512i second,
                                         const std::uint32_t* outputs, Vector* of_first,
                                         Vector* of_second) {
#pragma GCC unroll 16
  for (int j = 0; j < Outputs; ++j) {
    const __m512i o = in_register(_mm512_load_si512(outputs + j * kLine));
    of_first[j] = plus_products(of_first[j], first, o);
    of_second[j] = plus_products(of_second[j], second, o);
  }
}

// All of them, not added up yet. The outputs are some of `All` packed ones.
template <int Outputs, int All>
GLASSFORMER_INLINE void multiply(const float* first, const float* second,
                                 const std::uint32_t* outputs, int columns, Vector* of_first,
                                 Vector* of_second) {
  int c = 0;
  for (; c + 1 < columns; c += 2, outputs += All * kLine) {
    multiply_columns<Outputs>(packed(fused::at(first, c), fused::at(first, c + 1)),
                              packed(fused::at(second, c), fused::at(second, c + 1)), outputs,
                              of_first, of_second);
  }
  if (c < columns) {
    multiply_columns<Outputs>(packed(fused::at(first, c)), packed(fused::at(second, c)), outputs,
                              of_first, of_second);
  }
}

// The sums of sixteen vectors, of which the first `Used` are not zeros.
template <int Used>
GLASSFORMER_INLINE Vector sums(const Vector* v) {
  using namespace fused;
  const Vector low =
      folded<halves<0>, halves<1>>(sums_of_four<Used>(v), sums_of_four<Used - 4>(v + 4));
  const Vector high = Used > 8 ? folded<halves<0>, halves<1>>(sums_of_four<Used - 8>(v + 8),
                                                              sums_of_four<Used - 12>(v + 12))
                               : Vector{};
  return folded<quarters<0>, quarters<1>>(low, high);
}

template <int Outputs>
GLASSFORMER_INLINE void score(const float* first, const float* second, const std::uint32_t* outputs,
                              int columns, Vector& of_first, Vector& of_second) {
  constexpr int in_registers = 13;  // sums of so many outputs with two inputs
  Vector a[kMost] = {}, b[kMost] = {};
  if constexpr (Outputs <= in_registers) {
    multiply<Outputs, Outputs>(first, second, outputs, columns, a, b);
  } else {
    constexpr int half = Outputs / 2;
    multiply<half, Outputs>(first, second, outputs, columns, a, b);
    multiply<Outputs - half, Outputs>(first, second, outputs + half * kLine, columns, a + half,
                                      b + half);
  }
  of_first = sums<Outputs>(a);
  of_second = sums<Outputs>(b);
}

// σ(x) within 2e-4, which is finer than a bfloat16.
GLASSFORMER_INLINE Vector sigmoid(Vector x) {
  const __m512 t = __m512(x * -1.44269504F);
  const __m512 whole = _mm512_roundscale_ps(t, 0);
  const Vector r = Vector(t) - Vector(whole);
  const Vector power = ((r * 0.0558F + 0.2402265F) * r + 0.6931472F) * r + 1.0F;  // 2^r
  return Vector(_mm512_rcp14_ps(_mm512_scalef_ps(__m512(power), whole) + 1.0F));
}

// Of the first so many outputs. Rarely asked for, so it stands aside.
[[gnu::noinline]] double loss_of(Vector scores, Vector labels, int outputs) {
  double loss = 0;
  for (int j = 0; j < outputs; ++j) {
    loss += fused::softplus_of_minus(labels[j] > 0 ? scores[j] : -scores[j]);
  }
  return loss;
}

struct Steps {
  std::uint32_t* to_inputs;   // eight pairs of an input: with outputs 2p and 2p + 1
  std::uint32_t* to_outputs;  // sixteen of two inputs: of output j with both
};

// From the products of rows to how far they shall move along each other.
template <int Outputs>
GLASSFORMER_HOGWILD GLASSFORMER_INLINE double find_steps(const LogisticRows& rows,
                                                         const std::uint32_t* outputs,
                                                         const float* no_row, int columns,
                                                         float alpha, bool want_loss, Steps to) {
  const auto mask = [](std::size_t lanes) { return static_cast<__mmask16>((1U << lanes) - 1); };
  const Vector labels = Vector(_mm512_maskz_loadu_ps(mask(Outputs), rows.labels.data()));
  const Vector slowed =
      Vector(_mm512_mask_blend_ps(mask(rows.slow), _mm512_set1_ps(1), _mm512_set1_ps(slow_share)));
  double loss = 0;
  const std::size_t count = rows.inputs.size();
  for (std::size_t i = 0; i < count; i += 2) {
    const bool both = i + 1 < count;
    Vector a, b;
    score<Outputs>(rows.inputs[i], both ? rows.inputs[i + 1] : no_row, outputs, columns, a, b);
    if (want_loss) {
      loss += loss_of(a, labels, Outputs);
      if (both) loss += loss_of(b, labels, Outputs);
    }
    a = Vector(_mm512_maskz_mov_ps(mask(Outputs), __m512(alpha * (labels - sigmoid(a)))));
    b = Vector(
        _mm512_maskz_mov_ps(both ? mask(Outputs) : 0, __m512(alpha * (labels - sigmoid(b)))));
    _mm256_store_si256(reinterpret_cast<__m256i*>(to.to_inputs),
                       __m256i(_mm512_cvtneps_pbh(__m512(a))));
    _mm256_store_si256(reinterpret_cast<__m256i*>(to.to_inputs + kLine / 2),
                       __m256i(_mm512_cvtneps_pbh(__m512(b))));
    _mm512_store_si512(to.to_outputs, packed(a * slowed, b * slowed));
    to.to_inputs += kLine;
    to.to_outputs += kLine;
  }
  return loss;
}

// x_i += Σ_j step_ij o_j and o_j += Σ_i step_ij x_i, one vector of columns of all rows at a time.
template <int Outputs>
GLASSFORMER_HOGWILD GLASSFORMER_INLINE void move(std::span<float* const> inputs, float* no_row,
                                                 float* const* outputs, Steps steps, int column) {
  constexpr int pairs = (Outputs + 1) / 2;
  Vector moved[Outputs];
  __m512i of_two[pairs];
#pragma GCC unroll 16
  for (int j = 0; j < Outputs; ++j) moved[j] = fused::at(outputs[j], column);
#pragma GCC unroll 16
  for (int p = 0; p < pairs; ++p) {
    of_two[p] = in_register(2 * p + 1 < Outputs ? packed(moved[2 * p], moved[2 * p + 1])
                                                : packed(moved[2 * p]));
  }
  for (std::size_t i = 0; i < inputs.size(); i += 2) {
    float* const first = inputs[i];
    float* const second = i + 1 < inputs.size() ? inputs[i + 1] : no_row;
    Vector a = fused::at(first, column), b = fused::at(second, column);
    const __m512i x = packed(a, b);
#pragma GCC unroll 16
    for (int j = 0; j < Outputs; ++j) moved[j] = plus_products(moved[j], x, steps.to_outputs + j);
#pragma GCC unroll 16
    for (int p = 0; p < pairs; ++p) {
      a = plus_products(a, of_two[p], steps.to_inputs + p);
      b = plus_products(b, of_two[p], steps.to_inputs + kLine / 2 + p);
    }
    fused::put(first, column, a);
    fused::put(second, column, b);
    steps.to_inputs += kLine;
    steps.to_outputs += kLine;
  }
#pragma GCC unroll 16
  for (int j = 0; j < Outputs; ++j) fused::put(outputs[j], column, moved[j]);
}

// The rows ahead that are most likely not in the cache: the last of a path. So many of them each
// time that no branch is guessed wrong, and a few lines at a time: a prefetch beyond what a core
// waits for at once is dropped.
class FarRows {
 public:
  explicit FarRows(const LogisticRows& rows) {
    for (int k = 0; k < kFar; ++k) {
      const auto back = static_cast<std::size_t>(k) + 1;
      rows_[k] = back <= rows.ahead.size() ? rows.ahead[rows.ahead.size() - back] : rows.outputs[0];
    }
  }
  void fetch(int column) const {
#pragma GCC unroll 16
    for (const float* const row : rows_) {
      __builtin_prefetch(row + static_cast<std::ptrdiff_t>(column) * kLine, 1);
    }
  }

 private:
  static constexpr int kFar = 5;
  const float* rows_[kFar];
};

// Calls body with the number of outputs, 1 to kMost, as a constant.
template <int Count = 1, class Body>
GLASSFORMER_INLINE double with_outputs(std::size_t count, const Body& body) {
  if constexpr (Count < kMost) {
    if (count != Count) return with_outputs<Count + 1>(count, body);
  }
  return body(std::integral_constant<int, Count>{});
}

}  // namespace

double Bf16Step::logistic(const LogisticRows& rows, float alpha, bool want_loss) {
  const std::size_t count = rows.outputs.size();
  if (count <= kMost) return step(rows, alpha, want_loss);
  double loss = 0;
  LogisticRows part = rows;
  const std::size_t steps = (count + kMost - 1) / kMost;
  for (std::size_t s = 0, begin = 0; s < steps; ++s) {
    const std::size_t end = (s + 1) * count / steps;
    part.outputs = rows.outputs.subspan(begin, end - begin);
    part.labels = rows.labels.subspan(begin, end - begin);
    part.slow = std::min(rows.slow, end) - std::min(rows.slow, begin);
    loss += step(part, alpha, want_loss);
    part.ahead = {};
    begin = end;
  }
  return loss;
}

double Bf16Step::step(const LogisticRows& rows, float alpha, bool want_loss) {
  const std::size_t pairs_of_inputs = (rows.inputs.size() + 1) / 2;
  const auto columns = static_cast<std::size_t>(columns_);
  const std::size_t row = columns * kLine;
  const std::size_t of_outputs = kMost * ((columns + 1) / 2) * kLine;
  const std::size_t of_steps = pairs_of_inputs * kLine;
  memory_.resize(std::max(memory_.size(), row + of_outputs + 2 * of_steps));
  auto* const no_row = reinterpret_cast<float*>(memory_.data());  // of the last input's partner
  std::fill_n(memory_.data(), rows.inputs.size() % 2 * row, 0);
  std::uint32_t* const packed_outputs = memory_.data() + row;
  const Steps steps{packed_outputs + of_outputs, packed_outputs + of_outputs + of_steps};
  const FarRows far(rows);
  return with_outputs(rows.outputs.size(), [&](auto count) {
    pack_rows<count>(rows.outputs.data(), columns_, packed_outputs);
    const double loss =
        find_steps<count>(rows, packed_outputs, no_row, columns_, alpha, want_loss, steps);
    for (int c = 0; c < columns_; ++c) {
      far.fetch(c);
      move<count>(rows.inputs, no_row, rows.outputs.data(), steps, c);
    }
    return loss;
  });
}

}  // namespace glassformer

#endif
