#pragma once

#include "core/kernels/small_product.h"
#include "core/tensor/mat.h"

namespace glassformer {

enum class Transpose { no, yes };
enum class Into { replace, accumulate };

// The one matrix product of the program: c = a b or c += a b, each factor as it is or transposed.
// a: [n, k] (or [k, n] transposed), b: [k, m] (or [m, k] transposed), c: [n, m], none of them the
// same matrix as c. The shapes are the caller's promise: an op has checked them.
//
// A product of up to `exact_products` multiplications, anything that a person checks by hand, is
// summed in double and rounded once. A larger one is summed in Real, over the cores; the result is
// the same for any number of threads.
void gemm(const Mat& a, Transpose transpose_a, const Mat& b, Transpose transpose_b, Mat& c,
          Into into);

inline constexpr std::size_t exact_products = 65'536;

// The same of blocks of matrices, always in Real: a [rows, inner], b [inner, cols], c with rows ldc
// apart. `first`: a row that each row of a b is added to, where c is replaced.
void gemm_of_blocks(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner,
                    int cols, Into into, const Real* first = nullptr);

}  // namespace glassformer
