#include "core/kernels/gemm.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/kernels/parallel.h"
#include "core/kernels/product_kernels.h"
#include "core/kernels/threads.h"
#include "core/kernels/tile_product.h"

namespace glassformer {

namespace {

struct Sizes {
  int n, k, m;
};

// b as [k, m] in double, whichever way it lies. The memory stays with the thread.
const double* unfolded(const Mat& b, Transpose transpose, Sizes s) {
  thread_local std::vector<double> cells;
  cells.resize(b.size());
  if (transpose == Transpose::no) {
    std::copy(b.cells().begin(), b.cells().end(), cells.begin());
  } else {
    for (int j = 0; j < s.m; ++j) {
      double* cell = cells.data() + j;
      for (Real x : b.row(j)) *cell = x, cell += s.m;
    }
  }
  return cells.data();
}

// Row by row: row i of c is the sum over p of a(i, p) times row p of b.
void exact(const Mat& a, Transpose transpose_a, const Mat& b, Transpose transpose_b, Mat& c,
           Into into, Sizes s) {
  const double* unfolded_b = unfolded(b, transpose_b, s);
  thread_local std::vector<double> sums;
  for (int i = 0; i < s.n; ++i) {
    sums.assign(static_cast<std::size_t>(s.m), 0);
    if (into == Into::accumulate) std::copy(c.row(i).begin(), c.row(i).end(), sums.begin());
    const bool as_it_is = transpose_a == Transpose::no;
    product_kernels().exact_row(a.data() + (as_it_is ? i * s.k : i), as_it_is ? 1 : s.n, s.k,
                                unfolded_b, s.m, sums.data());
    std::transform(sums.begin(), sums.end(), c.row(i).begin(),
                   [](double sum) { return static_cast<Real>(sum); });
  }
}

Strided strided(const Mat& m, Transpose transpose) {
  if (transpose == Transpose::no) return {m.data(), m.cols(), 1};
  return {m.data(), 1, m.cols()};
}

}  // namespace

// Cuts the longer side of c, a piece for each thread: a cell does not depend on where the cuts are.
// They lie where whole cache lines begin, if c does.
void gemm_of_blocks(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner,
                    int cols, Into into, const Real* first) {
  constexpr int min_side = 32;  // a narrower piece spends its time on copying the other side
  // They are done a vector at a time: so many take as long as one cell of another op.
  constexpr std::size_t products_per_cell = 16;
  const std::size_t cost = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols) *
                           static_cast<std::size_t>(inner) / products_per_cell;
  const bool by_rows = rows > cols;
  const int side = by_rows ? rows : cols;
  const int pieces = std::max(1, std::min(free_threads(), side / min_side));
  const Product product = product_for(rows, inner, cols);
  parallel_for(pieces, cost, [&](int piece) {
    const auto cut = [&](int i) {
      const auto at = static_cast<int>(static_cast<std::int64_t>(side) * i / pieces);
      return i == pieces ? side : at / min_side * min_side;
    };
    const int begin = cut(piece), count = cut(piece + 1) - begin;
    const int row = by_rows ? begin : 0, col = by_rows ? 0 : begin;
    product({a.cells + row * a.row, a.row, a.col}, {b.cells + col * b.col, b.row, b.col},
            c + row * ldc + col, ldc, by_rows ? count : rows, inner, by_rows ? cols : count,
            into == Into::accumulate, first != nullptr ? first + col : nullptr);
  });
}

void gemm(const Mat& a, Transpose transpose_a, const Mat& b, Transpose transpose_b, Mat& c,
          Into into) {
  const Sizes s{c.rows(), transpose_a == Transpose::no ? a.cols() : a.rows(), c.cols()};
  const std::size_t products = c.size() * static_cast<std::size_t>(s.k);
  if (products <= exact_products) {
    exact(a, transpose_a, b, transpose_b, c, into, s);
  } else {
    gemm_of_blocks(strided(a, transpose_a), strided(b, transpose_b), c.data(), s.m, s.n, s.k, s.m,
                   into);
  }
}

}  // namespace glassformer
