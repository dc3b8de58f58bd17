#pragma once

#include <cstddef>

#include "core/tensor/real.h"

// The exact half of core/kernels/gemm.cpp, once for each width.
namespace glassformer {

namespace {

// sums += the sum over p of factor p times row p of b, both in double.
void exact_row(const Real* factors, std::ptrdiff_t step, int inner, const double* b, int cols,
               double* sums) {
  for (int p = 0; p < inner; ++p, b += cols) {
    const double factor = factors[p * step];
#pragma omp simd
    for (int j = 0; j < cols; ++j) sums[j] += factor * b[j];
  }
}

}  // namespace

}  // namespace glassformer
