#include "core/kernels/blocked_product.h"

#include <vector>

#include "core/kernels/product_kernels.h"
#include "core/tensor/mat.h"

namespace glassformer {

namespace {

using Cells = std::vector<Real, LineAllocator<Real>>;

Real* sized(Cells& cells, std::size_t count) {
  if (cells.size() < count) cells.resize(count);
  return cells.data();
}

// The memory stays with the thread.
Real* room_of_a(std::size_t count) {
  thread_local Cells cells;
  return sized(cells, count);
}

Real* room_of_b(std::size_t count) {
  thread_local Cells cells;
  return sized(cells, count);
}

}  // namespace

void blocked_product(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner,
                     int cols, bool accumulate, const Real* first) {
  product_kernels().blocked(a, b, c, ldc, rows, inner, cols, accumulate, first,
                            {room_of_a, room_of_b});
}

int panel_cols() {
  return product_kernels().panel_cols;
}

void pack_panels(const Real* from, std::ptrdiff_t line, std::ptrdiff_t step, int cols, int inner,
                 Real* to) {
  product_kernels().pack_panels(from, line, step, cols, inner, to);
}

void product_of_panels(const Real* a, std::ptrdiff_t lda, const Real* panels, Real* c,
                       std::ptrdiff_t ldc, int rows, int inner, int cols) {
  product_kernels().of_panels(a, lda, panels, c, ldc, rows, inner, cols);
}

}  // namespace glassformer
