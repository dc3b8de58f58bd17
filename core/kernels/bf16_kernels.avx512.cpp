#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/kernels/bf16_vectors.h"
#include "core/kernels/fused_vectors.h"
#include "core/kernels/lanes.h"
#include "core/kernels/prefetch.h"
#include "core/kernels/word_kernels.h"

namespace glassformer {

namespace {

using bf16::in_register;
using bf16::kLine;
using bf16::load;
using bf16::packed;
using bf16::Pairs;
using bf16::plus_products;
using bf16::store;
using bf16::Vector;
using bf16::Wide;

constexpr int kMax = bf16_most_outputs;  // of a step: the lanes of a vector

// A row's vector of columns, and the next where there is one.
template <bool Two>
GLASSFORMER_INLINE Pairs packed_columns(const float* at) {
  return Two ? packed(load<kLine>(at), load<kLine>(at + kLine)) : packed(load<kLine>(at));
}

// Where the outputs of a step lie, and where they are kept packed: of all rows two vectors of
// columns, then the next two. They are packed on their way to the first inputs.
struct OutputRows {
  float* const* rows;
  std::uint32_t* packed;
};

// Some of the columns of two inputs × outputs.
template <int Outputs, bool Pack, bool Two>
GLASSFORMER_INLINE void multiply_columns(const float* first, const float* second,
                                         OutputRows outputs, int column, Vector* of_first,
                                         Vector* of_second) {
  const Pairs a = packed_columns<Two>(first + column);
  const Pairs b = packed_columns<Two>(second + column);
#pragma GCC unroll 16
  for (int j = 0; j < Outputs; ++j) {
    auto* const kept = reinterpret_cast<Pairs*>(outputs.packed + j * kLine);
    const Pairs o = in_register(Pack ? packed_columns<Two>(outputs.rows[j] + column) : *kept);
    if (Pack) *kept = o;
    of_first[j] = plus_products(of_first[j], a, o);
    of_second[j] = plus_products(of_second[j], b, o);
  }
}

// All of them, not added up yet. The outputs are some of `All` packed ones.
template <int Outputs, int All, bool Pack>
GLASSFORMER_INLINE void multiply(const float* first, const float* second, OutputRows outputs,
                                 int dim, Vector* of_first, Vector* of_second) {
  int column = 0;
  for (; column + kLine < dim; column += 2 * kLine, outputs.packed += All * kLine) {
    multiply_columns<Outputs, Pack, true>(first, second, outputs, column, of_first, of_second);
  }
  if (column < dim) {
    multiply_columns<Outputs, Pack, false>(first, second, outputs, column, of_first, of_second);
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

template <int Outputs, bool Pack>
GLASSFORMER_INLINE void score(const float* first, const float* second, OutputRows outputs, int dim,
                              Vector& of_first, Vector& of_second) {
  constexpr int in_registers = 13;  // sums of so many outputs with two inputs
  Vector a[kMax] = {}, b[kMax] = {};
  if constexpr (Outputs <= in_registers) {
    multiply<Outputs, Outputs, Pack>(first, second, outputs, dim, a, b);
  } else {
    constexpr int half = Outputs / 2;
    multiply<half, Outputs, Pack>(first, second, outputs, dim, a, b);
    const OutputRows rest{outputs.rows + half, outputs.packed + half * kLine};
    multiply<Outputs - half, Outputs, Pack>(first, second, rest, dim, a + half, b + half);
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

// Two by two; the last may have no partner.
struct InputRows {
  float* const* rows;
  std::size_t count;
  float* none;  // zeros in the partner's place

  bool has_second(std::size_t i) const { return i + 1 < count; }
  float* second(std::size_t i) const { return has_second(i) ? rows[i + 1] : none; }
};

struct Steps {
  std::uint32_t* to_inputs;   // eight pairs of an input: with outputs 2p and 2p + 1
  std::uint32_t* to_outputs;  // sixteen of two inputs: of output j with both
};

// From the products of rows to how far they shall move along each other.
template <int Outputs>
GLASSFORMER_RACY GLASSFORMER_INLINE double find_steps(const WordKernels::Labels& given,
                                                      InputRows inputs, OutputRows outputs, int dim,
                                                      float alpha, bool want_loss, Steps to) {
  const auto mask = [](std::size_t lanes) { return static_cast<__mmask16>((1U << lanes) - 1); };
  const Vector labels = Vector(_mm512_maskz_loadu_ps(mask(Outputs), given.labels));
  const Vector slowed = Vector(
      _mm512_mask_blend_ps(mask(given.slow), _mm512_set1_ps(1), _mm512_set1_ps(given.slow_share)));
  double loss = 0;
  for (std::size_t i = 0; i < inputs.count; i += 2) {
    const bool both = inputs.has_second(i);
    Vector a, b;
    if (i == 0) {
      score<Outputs, true>(inputs.rows[i], inputs.second(i), outputs, dim, a, b);
    } else {
      score<Outputs, false>(inputs.rows[i], inputs.second(i), outputs, dim, a, b);
    }
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
    _mm512_store_si512(to.to_outputs, __m512i(packed(a * slowed, b * slowed)));
    to.to_inputs += kLine;
    to.to_outputs += kLine;
  }
  return loss;
}

// x_i += Σ_j step_ij o_j and o_j += Σ_i step_ij x_i, so many columns of all rows.
template <int Outputs, int Columns>
GLASSFORMER_RACY GLASSFORMER_INLINE void move(InputRows inputs, float* const* outputs, Steps steps,
                                              int column) {
  using Floats = typename Wide<Columns>::Floats;
  using Packed = typename Wide<Columns>::Packed;
  constexpr int pairs = (Outputs + 1) / 2;
  Floats moved[Outputs];
  Packed of_two[pairs];
#pragma GCC unroll 16
  for (int j = 0; j < Outputs; ++j) moved[j] = load<Columns>(outputs[j] + column);
#pragma GCC unroll 16
  for (int p = 0; p < pairs; ++p) {
    of_two[p] = in_register(2 * p + 1 < Outputs ? packed(moved[2 * p], moved[2 * p + 1])
                                                : packed(moved[2 * p]));
  }
  for (std::size_t i = 0; i < inputs.count; i += 2) {
    float* const first = inputs.rows[i] + column;
    float* const second = inputs.second(i) + column;
    Floats a = load<Columns>(first), b = load<Columns>(second);
    const Packed both = packed(a, b);
    // The sums of a, and those of b, wait for one another; what lies between gives them the time.
#pragma GCC unroll 16
    for (int p = 0; p < pairs; ++p) {
      const std::uint32_t* const of_outputs = steps.to_outputs + 2 * p;
      moved[2 * p] = plus_products(moved[2 * p], both, of_outputs);
      a = plus_products(a, of_two[p], steps.to_inputs + p);
      if (2 * p + 1 < Outputs) {
        moved[2 * p + 1] = plus_products(moved[2 * p + 1], both, of_outputs + 1);
      }
      b = plus_products(b, of_two[p], steps.to_inputs + kLine / 2 + p);
    }
    store(first, a);
    store(second, b);
    steps.to_inputs += kLine;
    steps.to_outputs += kLine;
  }
#pragma GCC unroll 16
  for (int j = 0; j < Outputs; ++j) store(outputs[j] + column, moved[j]);
}

// The rows ahead that are most likely not in the cache: the last of a path. So many of them each
// time that no branch is guessed wrong, and a few lines at a time: a prefetch beyond what a core
// waits for at once is dropped.
class FarRows {
 public:
  FarRows(const float* const* ahead, std::size_t count, const float* otherwise) {
    for (int k = 0; k < kFar; ++k) {
      const auto back = static_cast<std::size_t>(k) + 1;
      rows_[k] = back <= count ? ahead[count - back] : otherwise;
    }
  }
  void fetch(int column) const {
#pragma GCC unroll 16
    for (const float* const row : rows_) prefetch_to_change(row + column);
  }

 private:
  static constexpr int kFar = 5;
  const float* rows_[kFar];
};

// Calls body with the number of outputs, 1 to kMost, as a constant.
template <int Count = 1, class Body>
GLASSFORMER_INLINE double with_outputs(std::size_t count, const Body& body) {
  if constexpr (Count < kMax) {
    if (count != Count) return with_outputs<Count + 1>(count, body);
  }
  return body(std::integral_constant<int, Count>{});
}

}  // namespace

double bf16_logistic_avx512(const WordKernels::Step& of, const WordKernels::Labels& labels,
                            const float* const* ahead, std::size_t ahead_count, float alpha,
                            bool want_loss) {
  const auto columns = static_cast<std::size_t>((of.dim + kLine - 1) / kLine);
  const std::size_t row = columns * kLine;
  const std::size_t of_outputs = kMax * ((columns + 1) / 2) * kLine;
  const std::size_t of_steps = (of.input_count + 1) / 2 * kLine;
  auto* const cells = reinterpret_cast<std::uint32_t*>(of.steps);
  std::uint32_t* const packed_outputs = cells + row;
  const InputRows inputs{of.inputs, of.input_count, of.steps};
  const Steps steps{packed_outputs + of_outputs, packed_outputs + of_outputs + of_steps};
  for (std::size_t k = 0; k < of.input_count % 2 * row; ++k) inputs.none[k] = 0;
  const FarRows far(ahead, ahead_count, of.outputs[0]);
  return with_outputs(of.output_count, [&](auto count) {
    const double loss = find_steps<count>(labels, inputs, {of.outputs, packed_outputs}, of.dim,
                                          alpha, want_loss, steps);
    int column = 0;
    for (; column + kLine / 2 < of.dim; column += kLine) {
      far.fetch(column);
      move<count, kLine>(inputs, of.outputs, steps, column);
    }
    if (column < of.dim) {  // half a vector at most
      far.fetch(column);
      move<count, kLine / 2>(inputs, of.outputs, steps, column);
    }
    return loss;
  });
}

}  // namespace glassformer
