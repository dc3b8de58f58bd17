// Products by the tiles of AMX, against sums in double and against the vectors.
#include "core/kernels/tile_product.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "core/kernels/blocked_product.h"
#include "core/kernels/gemm.h"
#include "core/kernels/width.h"
#include "core/tensor/rng.h"
#include "tests/core/kernels/threads.h"

namespace glassformer {
namespace {

class TileProduct : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_tile_products()) GTEST_SKIP() << "no tiles here";
  }
};

struct Shapes {
  int rows, inner, cols;
};

// A factor [rows, cols], as it lies or turned.
struct Factor {
  Mat cells;
  bool turned;

  Factor(int rows, int cols, bool is_turned, std::uint64_t seed)
      : cells(is_turned ? normal({cols, rows}, 1, seed) : normal({rows, cols}, 1, seed)),
        turned(is_turned) {}

  Real at(int r, int c) const { return turned ? cells(c, r) : cells(r, c); }
  Strided strided() const {
    return turned ? Strided{cells.data(), 1, cells.cols()} : Strided{cells.data(), cells.cols(), 1};
  }
};

using Start = std::function<double(int, int)>;

// Root mean square of what c is off from start + a b.
double error_of(const Mat& c, const Factor& a, const Factor& b, int inner, const Start& start) {
  double squares = 0;
  for (int i = 0; i < c.rows(); ++i) {
    for (int j = 0; j < c.cols(); ++j) {
      double sum = start(i, j);
      for (int p = 0; p < inner; ++p) sum += static_cast<double>(a.at(i, p)) * b.at(p, j);
      squares += (sum - c(i, j)) * (sum - c(i, j));
    }
  }
  return std::sqrt(squares / static_cast<double>(c.size()));
}

// Below, at and beyond a tile, a group, and the blocks of 256 rows, 512 numbers and 128 columns.
constexpr Shapes shapes[] = {{32, 32, 32},   {1, 1, 1},     {33, 31, 47},    {64, 96, 64},
                             {15, 520, 140}, {270, 40, 33}, {100, 1030, 17}, {31, 64, 129}};

TEST_F(TileProduct, IsAsNearToTheTrueSumAsVectorsOfFloatsInEveryTurn) {
  for (const Shapes s : shapes) {
    SCOPED_TRACE(std::to_string(s.rows) + " " + std::to_string(s.inner) + " " +
                 std::to_string(s.cols));
    for (const bool turned_a : {false, true}) {
      for (const bool turned_b : {false, true}) {
        const Factor a(s.rows, s.inner, turned_a, 1), b(s.inner, s.cols, turned_b, 2);
        const Mat before = normal({s.rows, s.cols}, 1, 3), row = normal({1, s.cols}, 1, 4);
        const auto check = [&](bool accumulate, const Real* first, const Start& start) {
          Mat by_tiles = before, by_vectors = before;
          for (auto [product, c] :
               {std::pair{&tile_product, &by_tiles}, std::pair{&blocked_product, &by_vectors}}) {
            product(a.strided(), b.strided(), c->data(), s.cols, s.rows, s.inner, s.cols,
                    accumulate, first);
          }
          const double rounding = 1e-7 * std::sqrt(static_cast<double>(s.inner));
          EXPECT_LE(error_of(by_tiles, a, b, s.inner, start),
                    error_of(by_vectors, a, b, s.inner, start) + rounding)
              << turned_a << turned_b << accumulate << (first != nullptr);
        };
        check(false, nullptr, [](int, int) { return 0; });
        check(true, nullptr, [&](int i, int j) { return before(i, j); });
        check(false, row.data(), [&](int, int j) { return row(0, j); });
      }
    }
  }
}

// All 24 bits of a float are in its three parts, whatever its size.
TEST_F(TileProduct, OfTheIdentityIsTheMatrix) {
  constexpr int n = 64;
  Mat a = normal({n, n}, 1, 1);
  for (int i = 0; i < n; ++i) {
    for (Real& x : a.row(i)) x = std::ldexp(x, i * 3 - 80);
  }
  a(0, 0) = 16777215, a(0, 1) = -16777215, a(0, 2) = 0;
  Mat identity(n, n), c(n, n);
  for (int i = 0; i < n; ++i) identity(i, i) = 1;
  tile_product({a.data(), n, 1}, {identity.data(), n, 1}, c.data(), n, n, n, n, false);
  EXPECT_EQ(c, a);
  tile_product({identity.data(), n, 1}, {a.data(), n, 1}, c.data(), n, n, n, n, false);
  EXPECT_EQ(c, a);
}

TEST_F(TileProduct, PassesOnWhatIsNotFinite) {
  constexpr int n = 300;
  for (const bool left : {true, false}) {
    for (const Real large : {static_cast<Real>(INFINITY), std::ldexp(Real{1.99999}, 127)}) {
      Mat a(n, n), b(n, n), c(n, n);
      for (int i = 0; i < n; ++i) a(i, i) = b(i, i) = 1;
      (left ? a : b)(7, 290) = large;
      b(20, 21) = 0.1F;
      const Mat& other = left ? b : a;
      tile_product({a.data(), n, 1}, {b.data(), n, 1}, c.data(), n, n, n, n, false);
      EXPECT_EQ(c(7, 290), large);
      EXPECT_EQ(c(20, 21), 0.1F);
      EXPECT_EQ(c(299, 299), 1);
      if (std::isfinite(large)) {
        EXPECT_EQ(c(7, 7), other(7, 7));
      } else {  // 0 · ∞
        EXPECT_TRUE(std::isnan(left ? c(7, 20) : c(20, 290)));
      }
    }
  }
  Mat a(n, n), b(n, n), c(n, n);
  a(3, 4) = NAN;
  tile_product({a.data(), n, 1}, {b.data(), n, 1}, c.data(), n, n, n, n, false);
  EXPECT_TRUE(std::isnan(c(3, 0)));
  EXPECT_EQ(c(4, 0), 0);
}

TEST_F(TileProduct, IsTheSameForAnyNumberOfThreads) {
  for (const Shapes s : {Shapes{150, 300, 170}, {700, 100, 45}}) {
    ASSERT_TRUE(worth_tiles(s.rows, s.inner, s.cols));
    const Mat a = normal({s.rows, s.inner}, 1, 1), b = normal({s.inner, s.cols}, 1, 2);
    Mat one(s.rows, s.cols);
    tile_product({a.data(), s.inner, 1}, {b.data(), s.cols, 1}, one.data(), s.cols, s.rows, s.inner,
                 s.cols, false);
    for (const int threads : {1, 2, 3, 5}) {
      Mat many(s.rows, s.cols);
      with_threads(threads, [&] { gemm(a, Transpose::no, b, Transpose::no, many, Into::replace); });
      EXPECT_EQ(one, many) << threads << " threads";
    }
  }
}

TEST_F(TileProduct, IsForProductsThatFillTiles) {
  EXPECT_TRUE(worth_tiles(32, 1024, 32));
  EXPECT_FALSE(worth_tiles(31, 10'000, 10'000));
  EXPECT_FALSE(worth_tiles(10'000, 31, 10'000));
  EXPECT_FALSE(worth_tiles(10'000, 10'000, 31));
  EXPECT_FALSE(worth_tiles(64, 64, 64));
  EXPECT_TRUE(worth_tiles(100'000, 100'000, 100'000));
}

TEST(NoTiles, AreWorthNothing) {
  if (has_tile_products()) GTEST_SKIP() << "there are some";
  EXPECT_FALSE(worth_tiles(1000, 1000, 1000));
}

}  // namespace
}  // namespace glassformer
