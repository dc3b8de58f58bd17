#include "core/project/procrustes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/project/pca.h"
#include "tests/core/project/seeded_rows.h"

namespace glassformer {
namespace {

// rows R, with a little noise.
Rows turned(const Rows& rows, const Mat& rotation, double noise) {
  RowsBuilder made(rows.count(), static_cast<std::size_t>(rotation.cols()));
  Rng rng(3);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    for (int c = 0; c < rotation.cols(); ++c) {
      double sum = noise * rng.normal();
      for (int d = 0; d < rotation.rows(); ++d) {
        sum += static_cast<double>(rows[r][static_cast<std::size_t>(d)]) * rotation(d, c);
      }
      made[r][static_cast<std::size_t>(c)] = static_cast<float>(sum);
    }
  }
  return made.finish();
}

double error(const Rows& from, const Mat& rotation, const Rows& to) {
  const Rows near = turned(from, rotation, 0);
  double sum = 0;
  for (std::size_t r = 0; r < to.count(); ++r) {
    for (std::size_t d = 0; d < to.dim(); ++d) sum += std::pow(near[r][d] - to[r][d], 2);
  }
  return sum;
}

// Any orthonormal matrix: the principal axes of random rows.
Mat orthonormal(int dim) {
  return principal_components(testing::seeded_rows(200, static_cast<std::size_t>(dim), 3, 2), dim)
      .axes;
}

TEST(Procrustes, FindsTheRotationThatWasMade) {
  const Rows rows = testing::seeded_rows(150, 8);
  const Mat rotation = orthonormal(8);
  EXPECT_LT(largest_difference(procrustes(rows, turned(rows, rotation, 0)), rotation), 1e-4);
}

TEST(Procrustes, IsOrthonormalAndNoWorseThanAnyOther) {
  const Rows from = testing::seeded_rows(100, 5);
  const Rows to = turned(from, orthonormal(5), 0.7);
  const Mat best = procrustes(from, to);
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      double dot = 0;
      for (int d = 0; d < 5; ++d) dot += static_cast<double>(best(i, d)) * best(j, d);
      EXPECT_NEAR(dot, i == j ? 1 : 0, 1e-5);
    }
  }
  const double min = error(from, best, to);
  // Turned a little further in any plane it is no better.
  for (int a = 0; a < 5; ++a) {
    for (int b = 0; b < a; ++b) {
      for (const double angle : {0.05, -0.05}) {
        Mat other = best;
        for (int d = 0; d < 5; ++d) {
          other(d, a) =
              static_cast<Real>(std::cos(angle) * best(d, a) - std::sin(angle) * best(d, b));
          other(d, b) =
              static_cast<Real>(std::sin(angle) * best(d, a) + std::cos(angle) * best(d, b));
        }
        EXPECT_GT(error(from, other, to), min);
      }
    }
  }
}

TEST(Procrustes, JoinsSpacesOfTwoWidths) {
  const Rows wide = testing::seeded_rows(80, 9), narrow = testing::seeded_rows(80, 4);
  EXPECT_EQ(procrustes(wide, narrow).shape(), (Shape{9, 4}));
  EXPECT_EQ(procrustes(narrow, wide).shape(), (Shape{4, 9}));
}

}  // namespace
}  // namespace glassformer
