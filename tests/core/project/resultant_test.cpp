#include "core/project/resultant.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/tensor/rng.h"

namespace glassformer {
namespace {

Rows random_rows(std::size_t count, std::size_t dim) {
  RowsBuilder rows(count, dim);
  Rng rng(3);
  for (std::size_t r = 0; r < count; ++r) {
    for (float& cell : rows[r]) cell = static_cast<float>(rng.normal() + 0.4);
  }
  return rows.finish();
}

double cosine_of(std::span<const float> a, std::span<const float> b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    aa += static_cast<double>(a[i]) * static_cast<double>(a[i]);
    bb += static_cast<double>(b[i]) * static_cast<double>(b[i]);
  }
  return ab / std::sqrt(aa * bb);
}

// The naive twin: all pairs.
TEST(MeanDirection, HasTheSquareOfItsLengthFromAllPairs) {
  const Rows rows = random_rows(30, 7);
  const std::vector<int> ids{1, 4, 5, 9, 17, 28};
  double sum = 0;
  for (const int a : ids) {
    for (const int b : ids) {
      sum += cosine_of(rows[static_cast<std::size_t>(a)], rows[static_cast<std::size_t>(b)]);
    }
  }
  double square = 0;
  for (const float x : mean_direction(rows, ids)) {
    square += static_cast<double>(x) * static_cast<double>(x);
  }
  EXPECT_NEAR(square, sum / 36, 1e-6);
}

TEST(MeanDirection, PassesOverRowsWithoutADirection) {
  RowsBuilder rows(3, 2);
  rows[0][0] = 5;
  rows[2][1] = std::numeric_limits<float>::infinity();
  const std::vector<float> mean = mean_direction(rows.finish(), std::vector<int>{0, 1, 2});
  EXPECT_NEAR(mean[0], 1.0 / 3, 1e-6);
  EXPECT_EQ(mean[1], 0);
  EXPECT_EQ(mean_direction(random_rows(2, 3), {}), (std::vector<float>{0, 0, 0}));
}

}  // namespace
}  // namespace glassformer
