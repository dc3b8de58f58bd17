// The one matrix product against the triple loop. Compiled for both precisions.
#include "core/kernels/gemm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/kernels/eigen_product.h"
#include "core/tensor/rng.h"
#include "tests/core/kernels/threads.h"

namespace glassformer {
namespace {

struct Sizes {
  int n, m, k;
};

struct Wanted {
  std::vector<double> cells;
  std::vector<double> bounds;  // Σ |a| |b|: what a rounding error is relative to
};

Wanted naive(const Mat& a, Transpose ta, const Mat& b, Transpose tb, const Mat& start, Sizes s) {
  Wanted wanted;
  for (int i = 0; i < s.n; ++i) {
    for (int j = 0; j < s.m; ++j) {
      double sum = start(i, j), bound = std::abs(sum);
      for (int p = 0; p < s.k; ++p) {
        const double x = ta == Transpose::no ? a(i, p) : a(p, i);
        const double y = tb == Transpose::no ? b(p, j) : b(j, p);
        sum += x * y;
        bound += std::abs(x * y);
      }
      wanted.cells.push_back(sum);
      wanted.bounds.push_back(bound);
    }
  }
  return wanted;
}

void check(Sizes s, Transpose ta, Transpose tb, Into into) {
  SCOPED_TRACE(std::to_string(s.n) + " " + std::to_string(s.m) + " " + std::to_string(s.k));
  const Mat a = normal(ta == Transpose::no ? Shape{s.n, s.k} : Shape{s.k, s.n}, 1, 1);
  const Mat b = normal(tb == Transpose::no ? Shape{s.k, s.m} : Shape{s.m, s.k}, 1, 2);
  Mat c = normal({s.n, s.m}, 1, 3);
  const Wanted wanted = naive(a, ta, b, tb, into == Into::accumulate ? c : Mat(s.n, s.m), s);
  gemm(a, ta, b, tb, c, into);
  const bool exact = c.size() * static_cast<std::size_t>(s.k) <= exact_products;
  const double rounding = sizeof(Real) == 8 ? 1e-15 : 6e-8;
  for (std::size_t i = 0; i < c.size(); ++i) {
    // one rounding, or the k of a sum in Real (Higham 2002, section 3.1)
    const double scale = exact ? std::abs(wanted.cells[i]) : s.k * wanted.bounds[i];
    ASSERT_NEAR(c.cells()[i], wanted.cells[i], rounding * scale + 1e-14 * wanted.bounds[i])
        << "cell " << i;
  }
}

TEST(Gemm, IsTheTripleLoopInEveryTurn) {
  const std::vector<Sizes> sizes{{1, 1, 1},     {1, 7, 3},     {5, 1, 3},    {5, 4, 1},
                                 {3, 3, 0},     {64, 16, 64},  {65, 16, 64}, {64, 64, 512},
                                 {200, 3, 150}, {3, 200, 150}, {1, 700, 99}, {700, 1, 99},
                                 {129, 65, 33}};
  for (Sizes s : sizes) {
    for (Transpose ta : {Transpose::no, Transpose::yes}) {
      for (Transpose tb : {Transpose::no, Transpose::yes}) {
        for (Into into : {Into::replace, Into::accumulate}) check(s, ta, tb, into);
      }
    }
  }
}

// Blocks of 512 along the sum, of 16 tiles and of 96, and so many rows that they are copied into
// panels: sizes beside and beyond their edges.
TEST(Gemm, IsTheTripleLoopAcrossItsBlocks) {
  for (Sizes s : {Sizes{97, 257, 65},
                  {7, 600, 33},
                  {5, 40, 1100},
                  {230, 256, 17},
                  {1, 2, 40000},
                  {463, 33, 1030},
                  {450, 1601, 16},
                  {9, 3100, 40}}) {
    for (Transpose ta : {Transpose::no, Transpose::yes}) {
      for (Transpose tb : {Transpose::no, Transpose::yes}) check(s, ta, tb, Into::accumulate);
    }
  }
}

TEST(Gemm, IsWhatEigenSays) {
  const Mat a = normal({90, 300}, 1, 1), b = normal({300, 70}, 1, 2);
  Mat ours(90, 70), theirs(90, 70);
  gemm(a, Transpose::no, b, Transpose::no, ours, Into::replace);
  eigen_product(a, b, theirs);
  EXPECT_LT(largest_difference(ours, theirs), sizeof(Real) == 8 ? 1e-12 : 1e-4);
}

// 1 + 2^24 + … in float loses the 1; summed in double it stays.
TEST(Gemm, RoundsASmallProductOnce) {
  const double big = 16777216;
  Mat c(1, 1);
  gemm(Mat{{big, 1, -big}}, Transpose::no, Mat{{1}, {1}, {1}}, Transpose::no, c, Into::replace);
  EXPECT_EQ(c(0, 0), 1);
}

TEST(Gemm, PassesNanAndInfinityOn) {
  Mat c(1, 2);
  gemm(Mat{{0, 1}}, Transpose::no, Mat{{INFINITY, 2}, {3, INFINITY}}, Transpose::no, c,
       Into::replace);
  EXPECT_TRUE(std::isnan(c(0, 0)));  // 0 · ∞
  EXPECT_EQ(c(0, 1), INFINITY);
}

TEST(Gemm, IsTheSameForAnyNumberOfThreads) {
  const Mat a = normal({150, 300}, 1, 1), b = normal({300, 170}, 1, 2);
  Mat one(150, 170);
  with_threads(1, [&] { gemm(a, Transpose::no, b, Transpose::no, one, Into::replace); });
  for (int threads : {2, 3, 5}) {
    Mat many(150, 170);
    with_threads(threads, [&] { gemm(a, Transpose::no, b, Transpose::no, many, Into::replace); });
    EXPECT_EQ(one, many) << threads << " threads";
  }
}

}  // namespace
}  // namespace glassformer
