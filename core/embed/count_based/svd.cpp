#include "core/embed/count_based/svd.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "core/embed/train/threads.h"
#include "core/kernels/gemm.h"
#include "core/kernels/width.h"
#include "core/kernels/word_kernels.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

using Doubles = Eigen::MatrixXd;

// xᵀ x, summed in double in pieces that do not depend on the threads: of the lower half.
Doubles gram(const Mat& x, int threads) {
  constexpr int pieces = 32, rows = 256;
  const int cols = x.cols();
  const std::size_t cells = static_cast<std::size_t>(cols) * static_cast<std::size_t>(cols);
  std::vector<std::vector<double>> sums(pieces, std::vector<double>(cells));
  const int of_piece = (x.rows() + pieces - 1) / pieces;
  std::atomic<int> at = 0;
  on_threads(threads, [&](int) {
    std::vector<double> room(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
    for (int piece = at++; piece < pieces; piece = at++) {
      const int end = std::min((piece + 1) * of_piece, x.rows());
      for (int row = piece * of_piece; row < end; row += rows) {
        word_kernels().gram(x.row(row).data(), std::min(rows, end - row), cols, room.data(),
                            sums[static_cast<std::size_t>(piece)].data());
      }
    }
  });
  Doubles all(cols, cols);
  for (int i = 0; i < cols; ++i) {
    for (int j = 0; j <= i; ++j) {
      const auto cell = static_cast<std::size_t>(i) * static_cast<std::size_t>(cols) +
                        static_cast<std::size_t>(j);
      double sum = 0;
      for (const std::vector<double>& piece : sums) sum += piece[cell];
      all(i, j) = all(j, i) = sum;
    }
  }
  return all;
}

// The directions of x and the squares of their lengths, largest first.
struct Directions {
  Doubles transpose;  // columns
  Eigen::VectorXd squares;
};

Directions directions(const Mat& x, int threads) {
  const Eigen::SelfAdjointEigenSolver<Doubles> solver(gram(x, threads));
  return {solver.eigenvectors().rowwise().reverse(), solver.eigenvalues().reverse()};
}

// Below this share of the largest, what a sum of squares holds is rounding.
constexpr double min_share = 1e-13;

// Each row of x times a square matrix, in x's own memory: x is as large as the vectors themselves.
void turn_rows(Mat& x, const Mat& by) {
  constexpr int max = 4096;
  for (int row = 0; row < x.rows(); row += max) {
    const int count = std::min(max, x.rows() - row);
    Mat before(count, x.cols()), after(count, x.cols());
    const std::span<Real> cells{x.row(row).data(), before.size()};
    std::copy(cells.begin(), cells.end(), before.data());
    gemm(before, Transpose::no, by, Transpose::no, after, Into::replace);
    std::copy_n(after.data(), after.size(), cells.begin());
  }
}

// The first `rank` columns of turn, each divided by the length of that direction; one that has none
// becomes 0, as do the columns behind.
Mat unit_directions(const Directions& d, int rank) {
  const auto columns = static_cast<int>(d.squares.size());
  Mat by(columns, columns);
  for (int c = 0; c < rank; ++c) {
    const double square = d.squares[c];
    const double factor =
        square > min_share * d.squares[0] && square > 0 ? 1 / std::sqrt(square) : 0;
    for (int r = 0; r < columns; ++r) by(r, c) = static_cast<Real>(d.transpose(r, c) * factor);
  }
  return by;
}

// Returns the squares of the lengths that the directions of x had.
Eigen::VectorXd make_orthonormal(Mat& x, int threads) {
  const Directions d = directions(x, threads);
  turn_rows(x, unit_directions(d, x.cols()));
  return d.squares;
}

// T₃(m) x with m = 2 / bound · a aᵀ − 1: where the square of a singular value is below the bound,
// m lies between −1 and 1, and so does T₃(m); above it the polynomial grows faster than any other
// of its degree. Each column is divided by what it grew if it was the direction of `squares`.
void filter(const SparseRows& a, const SparseRows& back, const Eigen::VectorXd& squares, int looked,
            Mat& x, int threads) {
  const double bound = squares[looked - 1];
  const auto factor = static_cast<Real>(2 / bound);
  // 2 m y − before, or m y without a matrix before
  const auto next = [&](const Mat& y, const Mat* before) {
    Mat made = product(a, product(back, y, threads), threads);
    const Real twice = before != nullptr ? 2 : 1;
    for (std::size_t i = 0; i < made.size(); ++i) {
      Real& cell = made.cells()[i];
      cell = twice * (factor * cell - y.cells()[i]);
      if (before != nullptr) cell -= before->cells()[i];
    }
    return made;
  };
  const Mat first = next(x, nullptr), second = next(first, &x);
  x = next(second, &first);
  for (int c = 0; c < looked; ++c) {
    const double m = 2 * squares[c] / bound - 1;
    const auto grown = static_cast<Real>(4 * m * m * m - 3 * m);
    for (int r = 0; r < x.rows(); ++r) x(r, c) /= grown;
  }
}

void orient(Svd& svd) {
  for (int c = 0; c < svd.left.cols(); ++c) {
    Real largest = 0;
    for (int r = 0; r < svd.left.rows(); ++r) {
      if (std::abs(svd.left(r, c)) > std::abs(largest)) largest = svd.left(r, c);
    }
    if (largest >= 0) continue;
    for (int r = 0; r < svd.left.rows(); ++r) svd.left(r, c) = -svd.left(r, c);
    for (int r = 0; r < svd.right.rows(); ++r) svd.right(r, c) = -svd.right(r, c);
  }
}

}  // namespace

Svd truncated_svd(const SparseRows& a, int rank, const SvdOptions& options) {
  const int threads = threads_for(options.threads);
  const int side = std::min(a.rows(), a.cols());
  rank = std::clamp(rank, 0, side);
  const int looked = std::min(rank + std::max(options.extra, 0), side);
  const SparseRows back = transposed(a, threads);

  // Columns of 0 fill the last vector of lanes; nothing moves them.
  Mat guess(a.cols(), padded(looked));
  Rng rng(options.seed);
  for (int r = 0; r < a.cols(); ++r) {
    for (int c = 0; c < looked; ++c) guess(r, c) = static_cast<Real>(rng.normal());
  }
  const auto pause = [&] {
    if (options.between_products) options.between_products();
  };
  // Of these tall matrices there are never more than two, with filters four.
  const auto step = [&](const SparseRows& by, Mat& x) {
    pause();
    x = product(by, x, threads);
    return make_orthonormal(x, threads);
  };
  Svd svd;
  svd.left = std::move(guess);
  Eigen::VectorXd squares = step(a, svd.left);
  const auto rounds = [&](int count) {
    for (int round = 0; round < count; ++round) {
      step(back, svd.left);
      squares = step(a, svd.left);
    }
  };
  rounds(options.rounds);
  for (int i = 0; i < options.filters && squares[looked - 1] > min_share * squares[0]; ++i) {
    pause();
    filter(a, back, squares, looked, svd.left, threads);
    make_orthonormal(svd.left, threads);
    rounds(1);
  }
  make_orthonormal(svd.left, threads);
  // aᵀ left = right · diag(values) · turnᵀ
  svd.right = product(back, svd.left, threads);
  const Directions d = directions(svd.right, threads);
  turn_rows(svd.right, unit_directions(d, rank));
  Mat transpose(svd.left.cols(), svd.left.cols());
  for (int c = 0; c < rank; ++c) {
    svd.values.push_back(std::sqrt(std::max(d.squares[c], 0.0)));
    for (int r = 0; r < transpose.rows(); ++r)
      transpose(r, c) = static_cast<Real>(d.transpose(r, c));
  }
  turn_rows(svd.left, transpose);
  orient(svd);
  return svd;
}

}  // namespace glassformer
