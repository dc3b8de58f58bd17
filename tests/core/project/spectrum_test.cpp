#include "core/project/spectrum.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/tensor/rng.h"

namespace glassformer {
namespace {

using Cells = std::vector<double>;

// Every vector an eigenvector, all of them orthonormal.
void expect_holds(const Cells& a, int n, int count) {
  const Spectrum s = spectrum(a, n, count);
  ASSERT_EQ(s.values.size(), static_cast<std::size_t>(n));
  ASSERT_EQ(s.vectors.size(), static_cast<std::size_t>(count));
  const double size = std::max({std::abs(s.values.front()), std::abs(s.values.back()), 1e-300});
  for (std::size_t k = 0; k < s.vectors.size(); ++k) {
    for (int i = 0; i < n; ++i) {
      double product = 0;
      for (int j = 0; j < n; ++j) {
        product +=
            a[static_cast<std::size_t>(i * n + j)] * s.vectors[k][static_cast<std::size_t>(j)];
      }
      EXPECT_NEAR(product, s.values[k] * s.vectors[k][static_cast<std::size_t>(i)], 1e-10 * size);
    }
    for (std::size_t l = 0; l <= k; ++l) {
      double dot = 0;
      for (int i = 0; i < n; ++i) {
        dot +=
            s.vectors[k][static_cast<std::size_t>(i)] * s.vectors[l][static_cast<std::size_t>(i)];
      }
      EXPECT_NEAR(dot, k == l ? 1 : 0, 1e-9);
    }
  }
}

TEST(Spectrum, OfRandomMatrices) {
  Rng rng(11);
  for (const int n : {1, 2, 3, 8, 33, 64}) {
    Cells a(static_cast<std::size_t>(n * n));
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j) {
        a[static_cast<std::size_t>(i * n + j)] = a[static_cast<std::size_t>(j * n + i)] =
            rng.normal();
      }
    }
    for (const int count : {1, std::max(1, n / 4), n}) expect_holds(a, n, count);
  }
}

TEST(Spectrum, OfEqualAndVanishingValues) {
  constexpr int n = 24;
  Cells one(n * n), zero(n * n), blocks(n * n), rank(n * n);
  for (int i = 0; i < n; ++i) {
    one[static_cast<std::size_t>(i * (n + 1))] = 5;
    for (int j = 0; j < n; ++j) {
      const auto cell = static_cast<std::size_t>(i * n + j);
      rank[cell] = (i + 1) * (j + 1);
      blocks[cell] = i / 2 == j / 2 ? 2 : 0;  // 4 and 0, twelve times each
    }
  }
  for (const Cells& a : {one, zero, blocks, rank}) {
    for (const int count : {1, 2, 6}) expect_holds(a, n, count);
  }
}

}  // namespace
}  // namespace glassformer
