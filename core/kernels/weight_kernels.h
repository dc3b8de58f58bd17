#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernels/width.h"
#include "core/tensor/real.h"

namespace glassformer {

// A matrix of weights times one vector, for vectors of one width: what decoding a token does. The
// matrix has `count` lines of n cells, one behind the other. It is far larger than the caches, so
// that fetching it takes the time: it is read from the first cell to the last, and memory is asked
// for before its turn comes. There is time enough to widen each cell to a Real on the way, so the
// vector is not rounded, and sums are made in Real, in an order that depends on the width.
struct WeightKernels {
  // to[l] = Σ_i x[i] of cell i of line l: a line for each output.
  void (*lines_f32)(const float* cells, std::size_t n, std::size_t count, const Real* x, Real* to);
  void (*lines_bf16)(const std::uint16_t* cells, std::size_t n, std::size_t count, const Real* x,
                     Real* to);
  void (*lines_int8)(const std::int8_t* cells, std::size_t n, std::size_t count, const Real* x,
                     Real* to);
  // to[i] += Σ_l x[l] of cell i of line l: a line for each input. In the order of the lines.
  void (*add_lines)(const Real* cells, std::size_t n, std::size_t count, const Real* x, Real* to);
};

extern const WeightKernels weights_baseline, weights_avx2, weights_avx512;
inline constexpr OfWidths<WeightKernels> weight_widths GLASSFORMER_OF_WIDTHS(weights);
const WeightKernels& weight_kernels();  // of the width in use

}  // namespace glassformer
