#pragma once

#include <cstddef>

#include "core/kernels/width.h"
#include "core/tensor/real.h"

namespace glassformer {

// A function of single cells, for vectors of one width.
struct CellKernel {
  void (*forward)(const Real* x, Real* y, std::size_t n);
  // dx = dy · slope at x, or `fresh` is false and it is added to dx.
  void (*backward)(const Real* x, const Real* dy, bool fresh, Real* dx, std::size_t n);
};

struct CellKernels {
  CellKernel tanh, gelu, gelu_tanh, silu;
};

extern const CellKernels cells_baseline, cells_avx2, cells_avx512;
inline constexpr OfWidths<CellKernels> cell_widths GLASSFORMER_OF_WIDTHS(cells);
const CellKernels& cell_kernels();  // of the width in use

}  // namespace glassformer
