#include "core/project/pca.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/tensor/error.h"
#include "tests/core/kernels/threads.h"
#include "tests/core/project/seeded_rows.h"

namespace glassformer {
namespace {

using testing::seeded_rows;

// Cells whose spread differs from column to column, with columns that follow each other.
Rows slanted(std::size_t count, std::size_t dim) {
  const Rows plain = seeded_rows(count, dim);
  RowsBuilder rows(count, dim);
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t d = 0; d < dim; ++d) {
      const float before = d > 0 ? rows[r][d - 1] : 0.0F;
      rows[r][d] = 3 + 0.6F * before + plain[r][d] * (1 + 4.0F / static_cast<float>(1 + d));
    }
  }
  return rows.finish();
}

// Σ (x_i − mean) (x_j − mean) / (n − 1), as it is defined.
std::vector<double> naive_covariance(const Rows& rows) {
  const std::size_t n = rows.count(), dim = rows.dim();
  std::vector<double> mean(dim), result(dim * dim);
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t d = 0; d < dim; ++d) mean[d] += static_cast<double>(rows[r][d]) / n;
  }
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t i = 0; i < dim; ++i) {
      for (std::size_t j = 0; j < dim; ++j) {
        result[i * dim + j] += (rows[r][i] - mean[i]) * (rows[r][j] - mean[j]) / (n - 1);
      }
    }
  }
  return result;
}

TEST(Pca, AxesAreTheEigenvectorsOfTheCovariance) {
  const Rows rows = slanted(1300, 70);
  const std::vector<double> c = naive_covariance(rows);
  const Pca pca = principal_components(rows, 70);
  ASSERT_EQ(pca.axes.shape(), (Shape{70, 70}));
  ASSERT_EQ(pca.variances.size(), 70U);
  double trace = 0, sum = 0;
  for (int i = 0; i < 70; ++i) {
    trace += c[71 * static_cast<std::size_t>(i)];
    sum += pca.variances[static_cast<std::size_t>(i)];
  }
  EXPECT_NEAR(sum, trace, 1e-5 * trace);
  for (int k = 0; k < 70; ++k) {
    const double value = pca.variances[static_cast<std::size_t>(k)];
    if (k > 0) {
      EXPECT_LE(value, pca.variances[static_cast<std::size_t>(k) - 1]);
    }
    for (int i = 0; i < 70; ++i) {
      double product = 0, dot = 0;
      for (int j = 0; j < 70; ++j) {
        product +=
            c[70 * static_cast<std::size_t>(i) + static_cast<std::size_t>(j)] * pca.axes(k, j);
        dot += static_cast<double>(pca.axes(k, j)) * pca.axes(i, j);
      }
      EXPECT_NEAR(product, value * pca.axes(k, i), 2e-5 * pca.variances[0]);
      EXPECT_NEAR(dot, i == k ? 1 : 0, 1e-5);
    }
  }
}

TEST(Pca, VarianceIsThatOfTheCoordinates) {
  const Rows rows = slanted(2100, 33);
  const Pca pca = principal_components(rows, 3);
  const Mat at = projected(rows, pca.mean, pca.axes);
  ASSERT_EQ(at.shape(), (Shape{2100, 3}));
  for (int k = 0; k < 3; ++k) {
    double sum = 0, squares = 0;
    for (int r = 0; r < at.rows(); ++r) {
      sum += at(r, k);
      squares += static_cast<double>(at(r, k)) * at(r, k);
    }
    EXPECT_NEAR(sum / at.rows(), 0, 1e-3);
    EXPECT_NEAR(squares / (at.rows() - 1), pca.variances[static_cast<std::size_t>(k)],
                1e-4 * pca.variances[0]);
  }
}

TEST(Pca, AFewComponentsAreTheFirstOfAll) {
  const Rows rows = slanted(900, 60);
  const Pca all = principal_components(rows, 60), few = principal_components(rows, 5);
  ASSERT_EQ(few.axes.rows(), 5);
  for (int k = 0; k < 60; ++k) {
    const auto i = static_cast<std::size_t>(k);
    EXPECT_NEAR(few.variances[i], all.variances[i], 1e-12 * all.variances[0]);
    for (int d = 0; k < 5 && d < 60; ++d) EXPECT_NEAR(few.axes(k, d), all.axes(k, d), 1e-6);
  }
}

TEST(Pca, IsTheSameForAnyNumberOfThreads) {
  const Rows rows = slanted(9000, 50);
  const auto with = [&](int threads) {
    Pca result;
    with_threads(threads, [&] { result = principal_components(rows, 2); });
    return result;
  };
  const Pca one = with(1), three = with(3);
  EXPECT_EQ(one.axes, three.axes);
  EXPECT_EQ(one.variances, three.variances);
}

TEST(Pca, LargestCellOfAnAxisIsPositive) {
  const Pca pca = principal_components(slanted(300, 9), 9);
  for (int k = 0; k < 9; ++k) {
    float largest = 0;
    for (const float cell : pca.axes.row(k)) {
      if (std::abs(cell) > std::abs(largest)) largest = cell;
    }
    EXPECT_GT(largest, 0);
  }
}

// What three points leave of forty dimensions is nothing: roundings on either side of zero, and a
// share of the variance is not below it.
TEST(Pca, NoVarianceIsBelowZero) {
  const Pca pca = principal_components(seeded_rows(3, 40), 40);
  for (const double variance : pca.variances) EXPECT_GE(variance, 0);
}

TEST(Pca, TakesFewRowsAndOneColumn) {
  const Pca wide = principal_components(seeded_rows(3, 20), 5);
  EXPECT_GT(wide.variances[1], 0.1);
  EXPECT_NEAR(wide.variances[2], 0, 1e-5);  // three points span a plane
  const Pca narrow = principal_components(seeded_rows(50, 1), 4);
  EXPECT_EQ(narrow.axes.shape(), (Shape{1, 1}));
  EXPECT_EQ(narrow.axes(0, 0), 1);
  EXPECT_EQ(principal_components(seeded_rows(1, 4), 2).variances[0], 0);
  EXPECT_EQ(principal_components(Rows(), 2).axes.rows(), 0);
}

TEST(Pca, RefusesNumbersWhoseSquaresAreBeyondAFloat) {
  RowsBuilder rows(3, 2);
  rows[0][0] = 1e25F;
  rows[1][1] = -1e25F;
  EXPECT_THROW(principal_components(rows.finish(), 2), UserError);
}

}  // namespace
}  // namespace glassformer
