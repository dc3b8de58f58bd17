#include "core/embed/search/neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/tensor/rng.h"

namespace glassformer {
namespace {

RowsBuilder random_rows(std::size_t count, std::size_t dim, std::uint64_t seed) {
  RowsBuilder rows(count, dim);
  Rng rng(seed);
  for (std::size_t r = 0; r < count; ++r) {
    for (float& cell : rows[r]) cell = static_cast<float>(rng.normal());
  }
  return rows;
}

// As anyone would write it.
std::vector<Scored> naive(const Rows& rows, std::span<const float> query, std::size_t k,
                          Nearness nearness) {
  std::vector<Scored> all;
  for (std::size_t r = 0; r < rows.count(); ++r) {
    double dot = 0, own = 0, other = 0, squared = 0;
    for (std::size_t i = 0; i < rows.dim(); ++i) {
      const double a = rows[r][i], b = query[i];
      dot += a * b;
      own += a * a;
      other += b * b;
      squared += (a - b) * (a - b);
    }
    const double score =
        nearness == Nearness::cosine ? dot / std::sqrt(own * other) : std::sqrt(squared);
    all.push_back({static_cast<int>(r), static_cast<float>(score)});
  }
  std::stable_sort(all.begin(), all.end(), [&](const Scored& a, const Scored& b) {
    return nearness == Nearness::cosine ? a.score > b.score : a.score < b.score;
  });
  all.resize(k);
  return all;
}

TEST(Neighbours, AreThoseOfTheNaiveLoopForEveryWidth) {
  for (const std::size_t dim : {1, 2, 15, 16, 17, 31, 32, 33, 50, 100, 300}) {
    const Rows padded = random_rows(500, dim, dim).finish();
    // The same rows without padding, as a mapped file has them.
    std::vector<float> tight(500 * dim);
    for (std::size_t r = 0; r < 500; ++r) {
      std::copy_n(padded[r].data(), dim, tight.data() + r * dim);
    }
    const Rows mapped(nullptr, tight.data(), 500, dim, dim);
    for (const Nearness nearness : {Nearness::cosine, Nearness::euclid}) {
      if (dim == 1 && nearness == Nearness::cosine) continue;  // all are equally near
      const auto wanted = naive(padded, padded[7], 10, nearness);
      for (const Rows& rows : {padded, mapped}) {
        const auto found = neighbours(rows, padded[7], 10, nearness);
        ASSERT_EQ(found.size(), 10U);
        for (std::size_t i = 0; i < 10; ++i) {
          EXPECT_EQ(found[i].id, wanted[i].id) << dim << " " << i;
          EXPECT_NEAR(found[i].score, wanted[i].score, 2e-6 * (1 + wanted[i].score))
              << dim << " " << i;
        }
      }
    }
  }
}

TEST(Neighbours, ManyRowsAreSharedOutWithoutLoss) {
  const Rows rows = random_rows(20'000, 24, 3).finish();
  const auto found = neighbours(rows, rows[19'999], 50);
  const auto wanted = naive(rows, rows[19'999], 50, Nearness::cosine);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(found[i].id, wanted[i].id);
  EXPECT_EQ(found[0].id, 19'999);
  EXPECT_NEAR(found[0].score, 1, 1e-6);
}

TEST(Neighbours, WhatIsExcludedOrBehindTheFirstIsNotFound) {
  const Rows rows = random_rows(100, 8, 4).finish();
  const int excluded[] = {5, 7};
  for (const Scored& s : neighbours(rows, rows[5], 100, Nearness::cosine, excluded)) {
    EXPECT_NE(s.id, 5);
    EXPECT_NE(s.id, 7);
  }
  EXPECT_EQ(neighbours(rows, rows[5], 100, Nearness::cosine, excluded).size(), 98U);
  const auto first = neighbours(rows, rows[5], 100, Nearness::cosine, {}, 10);
  EXPECT_EQ(first.size(), 10U);
  for (const Scored& s : first) EXPECT_LT(s.id, 10);
}

TEST(Neighbours, ZerosAreFarAndWhatIsNoNumberIsNever) {
  RowsBuilder rows(5, 2);
  rows[0][0] = 1;
  rows[2][0] = std::numeric_limits<float>::quiet_NaN();
  rows[3][1] = std::numeric_limits<float>::infinity();
  rows[4][0] = -1;
  const float query[] = {1, 0};
  const auto found = neighbours(rows.finish(), query, 5);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].id, 0);
  EXPECT_EQ(found[1].id, 1);
  EXPECT_EQ(found[1].score, 0);
  EXPECT_EQ(found[2].score, -1);
}

TEST(Neighbours, OfEqualsTheFirstComesFirst) {
  RowsBuilder rows(10, 3);
  for (std::size_t r = 0; r < 10; ++r) rows[r][0] = 1;
  const float query[] = {2, 0, 0};
  const auto found = neighbours(rows.finish(), query, 4);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(found[static_cast<std::size_t>(i)].id, i);
}

// Far from zero, 2 q·x − |x|² is a small rest of large numbers.
TEST(Neighbours, ByEuclidAreFoundThoughAllRowsLieFarFromZero) {
  RowsBuilder rows = random_rows(1000, 50, 6);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    for (float& cell : rows[r]) cell = 100 + 0.01F * cell;
  }
  const Rows all = rows.finish();
  const auto found = neighbours(all, all[0], 8, Nearness::euclid);
  const auto wanted = naive(all, all[0], 8, Nearness::euclid);
  ASSERT_EQ(found.size(), 8U);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(found[i].id, wanted[i].id) << i;
  EXPECT_EQ(found[0].score, 0);
}

TEST(Neighbours, CosinesDoNotDependOnTheLengthHoweverLargeOrSmall) {
  const Rows rows = random_rows(40, 20, 7).finish();
  const auto wanted = neighbours(rows, rows[3], 5);
  for (const float factor : {1e-25F, 1e-10F, 1e10F, 1e25F}) {
    RowsBuilder scaled(40, 20);
    for (std::size_t r = 0; r < 40; ++r) {
      for (std::size_t d = 0; d < 20; ++d) scaled[r][d] = rows[r][d] * factor;
    }
    const Rows all = scaled.finish();
    const auto found = neighbours(all, all[3], 5);
    ASSERT_EQ(found.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(found[i].id, wanted[i].id) << factor;
      EXPECT_NEAR(found[i].score, wanted[i].score, 1e-5) << factor;
    }
  }
}

TEST(Neighbours, ByEuclidWhatIsInfiniteIsNever) {
  RowsBuilder rows(4, 2);
  rows[1][0] = -std::numeric_limits<float>::infinity();
  rows[2][1] = std::numeric_limits<float>::quiet_NaN();
  rows[3][0] = 3;
  const float query[] = {1, 0};
  const auto found = neighbours(rows.finish(), query, 4, Nearness::euclid);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].id, 0);
  EXPECT_EQ(found[1].id, 3);
  EXPECT_EQ(found[1].score, 2);
}

}  // namespace
}  // namespace glassformer
