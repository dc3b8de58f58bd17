#include "core/project/two_means.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "core/tensor/rng.h"

namespace glassformer {
namespace {

Rows random_rows(std::size_t count, std::size_t dim, std::uint64_t seed) {
  Rng rng(seed);
  RowsBuilder rows(count, dim);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t d = 0; d < dim; ++d) rows[i][d] = static_cast<float>(rng.normal());
  }
  return rows.finish();
}

// The sum of squares of one way to part the rows, from its definition.
double squares_of(const Rows& rows, unsigned ways) {
  double sum = 0;
  for (unsigned part = 0; part < 2; ++part) {
    std::vector<double> mean(rows.dim());
    double count = 0;
    const auto each = [&](const auto& use) {
      for (std::size_t i = 0; i < rows.count(); ++i) {
        if (((ways >> i) & 1U) == part) use(i);
      }
    };
    each([&](std::size_t i) {
      ++count;
      for (std::size_t d = 0; d < rows.dim(); ++d) mean[d] += static_cast<double>(rows[i][d]);
    });
    each([&](std::size_t i) {
      for (std::size_t d = 0; d < rows.dim(); ++d) {
        const double step = static_cast<double>(rows[i][d]) - mean[d] / count;
        sum += step * step;
      }
    });
  }
  return sum;
}

TEST(TwoMeans, IsTheBestOfAllWaysToPartAFewRows) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Rows rows = random_rows(10, 3, seed);
    double best = std::numeric_limits<double>::max();
    for (unsigned ways = 1; ways < 1023; ++ways) best = std::min(best, squares_of(rows, ways));
    const TwoMeans found = two_means(rows, seed, 40);
    EXPECT_NEAR(found.squares, best, 1e-5) << "seed " << seed;
    unsigned ways = 0;
    for (std::size_t i = 0; i < rows.count(); ++i) {
      ways |= static_cast<unsigned>(found.part[i]) << i;
    }
    EXPECT_NEAR(found.squares, squares_of(rows, ways), 1e-5) << "seed " << seed;
  }
}

TEST(TwoMeans, AgreementKnowsNoNamesOfTheParts) {
  const std::array<int, 4> labels{0, 0, 1, 1}, same{1, 1, 0, 0}, half{0, 1, 0, 1}, most{0, 0, 1, 0};
  EXPECT_EQ(agreement(same, labels), 1);
  EXPECT_EQ(agreement(half, labels), 0.5);
  EXPECT_EQ(agreement(most, labels), 0.75);
}

TEST(TwoMeans, TheNearestMeanIsThatOfWhatWasLearned) {
  RowsBuilder rows(5, 1);
  constexpr std::array<float, 5> places{0, 2, 10, 12, 7};
  for (std::size_t i = 0; i < 5; ++i) rows[i][0] = places[i];
  // The means are 1 and 11; the last row was not learned from.
  const std::array<int, 5> labels{0, 0, 1, 1, 0};
  EXPECT_EQ(nearest_mean(rows.finish(), labels, {true, true, true, true, false}),
            (std::vector<int>{0, 0, 1, 1, 1}));
  // Of the first rows alone they are 0 and 12.
  EXPECT_EQ(nearest_mean(rows.finish(), labels, {true, false, false, true, false}),
            (std::vector<int>{0, 0, 1, 1, 1}));
}

}  // namespace
}  // namespace glassformer
