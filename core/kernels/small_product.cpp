#include "core/kernels/small_product.h"

#include "core/kernels/lanes.h"

namespace glassformer {

namespace {

// A tile of c stays in registers: R rows of V vectors.
template <int R, int V>
void tile(Strided a, const Real* b, std::ptrdiff_t ldb, Real* c, std::ptrdiff_t ldc, int inner) {
  Lanes sums[R][V] = {};
  for (int p = 0; p < inner; ++p) {
    Lanes row[V];
    for (int v = 0; v < V; ++v) row[v] = load_lanes(b + p * ldb + v * lanes);
    for (int r = 0; r < R; ++r) {
      const Real factor = a.cells[r * a.row + p * a.col];
      for (int v = 0; v < V; ++v) sums[r][v] += factor * row[v];
    }
  }
  for (int r = 0; r < R; ++r) {
    for (int v = 0; v < V; ++v) store_lanes(c + r * ldc + v * lanes, sums[r][v]);
  }
}

template <int V>
void columns(Strided a, const Real* b, std::ptrdiff_t ldb, Real* c, std::ptrdiff_t ldc, int rows,
             int inner) {
  constexpr int height = 6;
  int i = 0;
  const auto from = [&] { return Strided{a.cells + i * a.row, a.row, a.col}; };
  for (; i + height <= rows; i += height) tile<height, V>(from(), b, ldb, c + i * ldc, ldc, inner);
  for (; i + 2 <= rows; i += 2) tile<2, V>(from(), b, ldb, c + i * ldc, ldc, inner);
  for (; i < rows; ++i) tile<1, V>(from(), b, ldb, c + i * ldc, ldc, inner);
}

}  // namespace

void small_product(Strided a, const Real* b, std::ptrdiff_t ldb, Real* c, std::ptrdiff_t ldc,
                   int rows, int inner, int cols) {
  int j = 0;
  for (; j + 2 * lanes <= cols; j += 2 * lanes) columns<2>(a, b + j, ldb, c + j, ldc, rows, inner);
  for (; j < cols; j += lanes) columns<1>(a, b + j, ldb, c + j, ldc, rows, inner);
}

}  // namespace glassformer
