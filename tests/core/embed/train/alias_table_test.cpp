#include "core/embed/train/alias_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/tensor/rng.h"

namespace glassformer {
namespace {

TEST(AliasTable, HoldsTheNoiseOfTheCounts) {
  std::vector<std::uint64_t> counts;
  for (int i = 1; i <= 1000; ++i) counts.push_back(static_cast<std::uint64_t>(100000 / i));
  const std::vector<double> held = noise_table(counts, 0.75).probabilities();
  double sum = 0;
  for (const std::uint64_t count : counts) sum += std::pow(count, 0.75);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    EXPECT_NEAR(held[i], std::pow(counts[i], 0.75) / sum, 1e-9);
  }
}

TEST(AliasTable, DrawsAsOftenAsItSays) {
  const std::vector<double> weights{1, 0, 3, 6};
  const AliasTable table(weights);
  std::vector<int> drawn(4);
  Rng rng(3);
  constexpr int draws = 100000;
  for (int i = 0; i < draws; ++i) ++drawn[static_cast<std::size_t>(table.draw(rng.next()))];
  EXPECT_EQ(drawn[1], 0);
  for (std::size_t i = 0; i < 4; ++i) {
    const double expected = weights[i] / 10 * draws;
    EXPECT_NEAR(drawn[i], expected, 4 * std::sqrt(expected) + 1);
  }
}

}  // namespace
}  // namespace glassformer
