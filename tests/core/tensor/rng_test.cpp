#include "core/tensor/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace glassformer {
namespace {

// The published sequence of splitmix64 for this seed.
TEST(Rng, GivesTheSequenceOfSplitmix64) {
  Rng rng(1234567);
  EXPECT_EQ(rng.next(), 6457827717110365317ULL);
  EXPECT_EQ(rng.next(), 3203168211198807973ULL);
  EXPECT_EQ(rng.next(), 9817491932198370423ULL);
}

TEST(Rng, HashIsFnv1a) {
  EXPECT_EQ(hash(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(hash("a"), 0xaf63dc4c8601ec8cULL);
}

TEST(Rng, UniformLiesInTheHalfOpenUnitInterval) {
  Rng rng(3);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const double u = rng.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.02);
}

TEST(Rng, BelowReachesEveryNumberAndNoOther) {
  Rng rng(5);
  std::array<int, 7> seen{};
  for (int i = 0; i < 7000; ++i) ++seen.at(static_cast<std::size_t>(rng.below(7)));
  for (int count : seen) EXPECT_NEAR(count, 1000, 150);
}

TEST(Rng, NormalHasMeanZeroAndTheGivenDeviation) {
  const Mat m = normal({100, 100}, 2, 9);
  double sum = 0, squares = 0;
  for (Real x : m.cells()) {
    sum += x;
    squares += static_cast<double>(x) * x;
  }
  EXPECT_NEAR(sum / 1e4, 0, 0.1);
  EXPECT_NEAR(std::sqrt(squares / 1e4), 2, 0.1);
  EXPECT_EQ(m, normal({100, 100}, 2, 9));
}

}  // namespace
}  // namespace glassformer
