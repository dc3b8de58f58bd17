#include "core/project/affinities.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/tensor/rng.h"
#include "tests/core/project/seeded_rows.h"

namespace glassformer {
namespace {

std::map<std::pair<int, int>, double> entries(const Affinities& a) {
  std::map<std::pair<int, int>, double> all;
  for (std::size_t i = 0; i < a.count(); ++i) {
    for (std::size_t e = a.starts[i]; e < a.starts[i + 1]; ++e) {
      all[{static_cast<int>(i), a.ids[e]}] += static_cast<double>(a.p[e]);
    }
  }
  return all;
}

TEST(Affinities, AreSymmetricAndSumToOne) {
  const Affinities a = affinities(testing::seeded_rows(400, 10, 4, 2), 12);
  ASSERT_EQ(a.count(), 400U);
  const auto all = entries(a);
  double sum = 0;
  for (const auto& [pair, p] : all) {
    sum += p;
    EXPECT_FLOAT_EQ(static_cast<float>(p), static_cast<float>(all.at({pair.second, pair.first})));
    if (pair.first == pair.second) {
      EXPECT_EQ(p, 0);
    }
  }
  EXPECT_NEAR(sum, 1, 1e-5);
}

// With fewer rows than 3 · perplexity every pair counts, and each p is what its definition gives.
TEST(Affinities, AreThoseOfTheDefinition) {
  constexpr std::size_t n = 25;
  constexpr double perplexity = 9;
  const Rows rows = testing::seeded_rows(n, 6);
  std::vector<double> conditional(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> squared(n);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t d = 0; d < 6; ++d) squared[j] += std::pow(rows[i][d] - rows[j][d], 2);
    }
    double low = 0, high = 1000, entropy = 0;
    for (int turn = 0; turn < 200; ++turn) {
      const double beta = (low + high) / 2;
      double sum = 0;
      entropy = 0;
      for (std::size_t j = 0; j < n; ++j) {
        conditional[i * n + j] = j == i ? 0 : std::exp(-beta * squared[j]);
        sum += conditional[i * n + j];
      }
      for (std::size_t j = 0; j < n; ++j) {
        double& p = conditional[i * n + j];
        p /= sum;
        if (p > 0) entropy -= p * std::log2(p);
      }
      (entropy > std::log2(perplexity) ? low : high) = beta;
    }
    EXPECT_NEAR(std::exp2(entropy), perplexity, 1e-9);
  }
  auto all = entries(affinities(rows, perplexity));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double p = (conditional[i * n + j] + conditional[j * n + i]) / (2 * n);
      EXPECT_NEAR((all[{static_cast<int>(i), static_cast<int>(j)}]), p, 1e-6);
    }
  }
}

TEST(Affinities, TakeEqualRows) {
  RowsBuilder rows(40, 3);
  const Affinities a = affinities(rows.finish(), 5);
  double sum = 0;
  for (const float p : a.p) {
    ASSERT_TRUE(std::isfinite(p));
    sum += static_cast<double>(p);
  }
  EXPECT_NEAR(sum, 1, 1e-5);
}

// More rows at one place than the perplexity asks for, and the others a hair's breadth away.
TEST(Affinities, TakeManyEqualRowsAmongOthers) {
  RowsBuilder rows(100, 5);
  Rng rng(3);
  for (std::size_t r = 40; r < 100; ++r) {
    for (float& cell : rows[r]) cell = static_cast<float>(1e-5 * rng.normal());
  }
  const Affinities a = affinities(rows.finish(), 10);
  double sum = 0;
  for (const float p : a.p) {
    ASSERT_TRUE(std::isfinite(p));
    sum += static_cast<double>(p);
  }
  EXPECT_NEAR(sum, 1, 1e-4);
}

}  // namespace
}  // namespace glassformer
