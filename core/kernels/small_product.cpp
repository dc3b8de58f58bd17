#include "core/kernels/small_product.h"

#include "core/kernels/product_kernels.h"

namespace glassformer {

void small_product(Strided a, const Real* b, std::ptrdiff_t ldb, Real* c, std::ptrdiff_t ldc,
                   int rows, int inner, int cols) {
  product_kernels().small(a, b, ldb, c, ldc, rows, inner, cols);
}

void turned_copy(const Real* from, std::ptrdiff_t line, int rows, int cols, Real* to,
                 std::ptrdiff_t to_line) {
  product_kernels().turned(from, line, rows, cols, to, to_line);
}

}  // namespace glassformer
