#include "core/project/affinities.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

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

// In whatever order: each entry is where it was, within half of what its row is measured in.
TEST(Affinities, AreTheSameInShort) {
  const Affinities a = affinities(testing::seeded_rows(300, 10, 4, 2), 12);
  std::vector<int> order;
  for (int row = 299; row >= 0; --row) order.push_back(row * 7 % 300);
  const ShortShares s = short_shares(a, order);
  ASSERT_EQ(s.order, order);
  for (std::size_t place = 0; place < 300; ++place) {
    const auto row = static_cast<std::size_t>(order[place]);
    const std::size_t begin = a.starts[row], count = a.starts[row + 1] - begin;
    ASSERT_EQ(s.starts[place + 1] - s.starts[place], count);
    const float largest =
        *std::max_element(a.p.begin() + static_cast<std::ptrdiff_t>(begin),
                          a.p.begin() + static_cast<std::ptrdiff_t>(begin + count));
    EXPECT_FLOAT_EQ(s.units[place], largest / 65535);
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t at = s.starts[place] + j;
      EXPECT_EQ(order[s.ids[at]], a.ids[begin + j]);
      EXPECT_NEAR(static_cast<float>(s.shares[at]) * s.units[place], a.p[begin + j],
                  0.51F * s.units[place]);
    }
  }
}

TEST(Affinities, AreShortOfAsManyRowsAsSixteenBitsTell) {
  const auto of = [](int rows) {
    Affinities a;
    a.starts.assign(static_cast<std::size_t>(rows) + 1, 0);
    std::vector<int> order(static_cast<std::size_t>(rows));
    std::iota(order.begin(), order.end(), 0);
    return short_shares(a, order).order.size();
  };
  EXPECT_EQ(of(65'536), 65'536U);
  EXPECT_EQ(of(65'537), 0U);
}

}  // namespace
}  // namespace glassformer
