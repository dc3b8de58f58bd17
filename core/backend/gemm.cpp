#include "core/backend/gemm.h"

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "core/backend/parallel.h"

namespace glassformer {

namespace {

using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Stride = Eigen::OuterStride<>;
using Block = Eigen::Map<const Matrix, Eigen::Unaligned, Stride>;
using Target = Eigen::Map<Matrix, Eigen::Unaligned, Stride>;

struct Sizes {
  int n, k, m;
};

// b as [k, m] in double, whichever way it lies. The memory stays with the thread.
const double* unfolded(const Mat& b, Turn turn, Sizes s) {
  thread_local std::vector<double> cells;
  cells.resize(b.size());
  if (turn == Turn::as_is) {
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
void exact(const Mat& a, Turn turn_a, const Mat& b, Turn turn_b, Mat& c, Into into, Sizes s) {
  const double* unfolded_b = unfolded(b, turn_b, s);
  thread_local std::vector<double> sums;
  for (int i = 0; i < s.n; ++i) {
    sums.assign(static_cast<std::size_t>(s.m), 0);
    if (into == Into::accumulate) std::copy(c.row(i).begin(), c.row(i).end(), sums.begin());
    const double* from = unfolded_b;
    for (int p = 0; p < s.k; ++p, from += s.m) {
      const double factor = turn_a == Turn::as_is ? a(i, p) : a(p, i);
      for (int j = 0; j < s.m; ++j) sums[static_cast<std::size_t>(j)] += factor * from[j];
    }
    std::transform(sums.begin(), sums.end(), c.row(i).begin(),
                   [](double sum) { return static_cast<Real>(sum); });
  }
}

template <class A, class B>
void multiply(const A& a, const B& b, Target& c, Into into) {
  if (into == Into::replace) {
    c.noalias() = a * b;
  } else {
    c.noalias() += a * b;
  }
}

// Rows [row, row + rows) and columns [col, col + cols) of c.
void block(const Mat& a, Turn turn_a, const Mat& b, Turn turn_b, Mat& c, Into into, Sizes s,
           int row, int rows, int col, int cols) {
  Target to(c.data() + static_cast<std::ptrdiff_t>(row) * s.m + col, rows, cols, Stride(s.m));
  const bool at = turn_a == Turn::transposed, bt = turn_b == Turn::transposed;
  const Block from_a(at ? a.data() + row : a.data() + static_cast<std::ptrdiff_t>(row) * s.k,
                     at ? s.k : rows, at ? rows : s.k, Stride(a.cols()));
  const Block from_b(bt ? b.data() + static_cast<std::ptrdiff_t>(col) * s.k : b.data() + col,
                     bt ? cols : s.k, bt ? s.k : cols, Stride(b.cols()));
  if (!at && !bt) {
    multiply(from_a, from_b, to, into);
  } else if (!at) {
    multiply(from_a, from_b.transpose(), to, into);
  } else if (!bt) {
    multiply(from_a.transpose(), from_b, to, into);
  } else {
    multiply(from_a.transpose(), from_b.transpose(), to, into);
  }
}

// Cuts the longer side of c. Each piece packs its own part of that side, and all of the other.
void blocked(const Mat& a, Turn turn_a, const Mat& b, Turn turn_b, Mat& c, Into into, Sizes s) {
  constexpr int width = 64;
  const std::size_t cost =
      static_cast<std::size_t>(s.n) * static_cast<std::size_t>(s.m) * static_cast<std::size_t>(s.k);
  const bool by_rows = s.n >= s.m;
  const int side = by_rows ? s.n : s.m;
  parallel_for((side + width - 1) / width, cost, [&](int piece) {
    const int begin = piece * width, count = std::min(width, side - begin);
    if (by_rows) {
      block(a, turn_a, b, turn_b, c, into, s, begin, count, 0, s.m);
    } else {
      block(a, turn_a, b, turn_b, c, into, s, 0, s.n, begin, count);
    }
  });
}

}  // namespace

void gemm(const Mat& a, Turn turn_a, const Mat& b, Turn turn_b, Mat& c, Into into) {
  const Sizes s{c.rows(), turn_a == Turn::as_is ? a.cols() : a.rows(), c.cols()};
  const std::size_t products = c.size() * static_cast<std::size_t>(s.k);
  if (products <= exact_products) {
    exact(a, turn_a, b, turn_b, c, into, s);
  } else {
    blocked(a, turn_a, b, turn_b, c, into, s);
  }
}

}  // namespace glassformer
