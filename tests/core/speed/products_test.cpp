#include "core/speed/products.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/tensor/rng.h"
#include "tests/core/kernels/threads.h"

namespace glassformer {
namespace {

using Product = void (*)(const Mat&, const Mat&, Mat&);
constexpr Product kAll[] = {product_naive, product_blocked, product_vectorised, product_all_cores};

// Every cell summed in double.
Mat exact(const Mat& a, const Mat& b) {
  Mat c(a.rows(), b.cols());
  for (int i = 0; i < c.rows(); ++i) {
    for (int j = 0; j < c.cols(); ++j) {
      double sum = 0;
      for (int p = 0; p < a.cols(); ++p) sum += static_cast<double>(a(i, p)) * b(p, j);
      c(i, j) = static_cast<Real>(sum);
    }
  }
  return c;
}

TEST(Products, ByHand) {
  const Mat a{{1, 2, 3}, {4, 5, 6}}, b{{1, 0}, {0, 1}, {2, -1}};
  for (const Product product : kAll) {
    Mat c(2, 2, 99);  // what was there before counts for nothing
    product(a, b, c);
    EXPECT_EQ(c, (Mat{{7, -1}, {16, -1}}));
  }
}

TEST(Products, AllWaysAgreeInEveryShape) {
  struct Sizes {
    int rows, inner, cols;
  };
  // Less than a tile, a tile, a tile and a rest; deeper than a block, in each direction.
  for (const Sizes s : {Sizes{1, 1, 1}, Sizes{5, 3, 2}, Sizes{6, 16, 16}, Sizes{7, 33, 17},
                        Sizes{64, 64, 64}, Sizes{65, 130, 67}, Sizes{13, 520, 40}}) {
    const Mat a = normal({s.rows, s.inner}, 1, 1), b = normal({s.inner, s.cols}, 1, 2);
    const Mat wanted = exact(a, b);
    // A sum of `inner` products of about 1, each rounded to 24 bits, in some order.
    const double tolerance = 6e-8 * s.inner * 4 + 1e-6;
    for (const Product product : kAll) {
      Mat c(s.rows, s.cols, 99);
      product(a, b, c);
      EXPECT_LE(largest_difference(c, wanted), tolerance)
          << to_string(a.shape()) << " times " << to_string(b.shape());
    }
  }
}

TEST(Products, CoresDoNotChangeABit) {
  const Mat a = normal({50, 40}, 1, 1), b = normal({40, 30}, 1, 2);
  Mat one(50, 30), many(50, 30);
  product_vectorised(a, b, one);
  for (const int threads : {1, 2, 3, 7}) {
    with_threads(threads, [&] { product_all_cores(a, b, many); });
    EXPECT_EQ(one, many) << threads << " threads";
  }
}

TEST(Products, NothingToSumIsZero) {
  const Mat a(3, 0), b(0, 4);
  for (const Product product : kAll) {
    Mat c(3, 4, 99);
    product(a, b, c);
    EXPECT_EQ(c, Mat(3, 4));
  }
}

TEST(Products, NanTravels) {
  Mat a = normal({20, 20}, 1, 1);
  const Mat b = normal({20, 20}, 1, 2);
  a(7, 3) = NAN;
  for (const Product product : kAll) {
    Mat c(20, 20);
    product(a, b, c);
    for (int i = 0; i < 20; ++i) {
      for (int j = 0; j < 20; ++j) EXPECT_EQ(std::isnan(c(i, j)), i == 7);
    }
  }
}

}  // namespace
}  // namespace glassformer
