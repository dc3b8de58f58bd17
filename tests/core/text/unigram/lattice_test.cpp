#include "core/text/unigram/lattice.h"

#include <gtest/gtest.h>

#include <cmath>

namespace glassformer {
namespace {

// The pieces of "ABC", by hand: A costs 1.0, B 1.2, C 1.5, AB 1.6, BC 1.7, ABC 1.8. A score is a
// cost with the sign turned.
Lattice abc() {
  Lattice lattice(3);
  lattice.add(0, 1, 0, -1.0);
  lattice.add(1, 2, 1, -1.2);
  lattice.add(2, 3, 2, -1.5);
  lattice.add(0, 2, 3, -1.6);
  lattice.add(1, 3, 4, -1.7);
  lattice.add(0, 3, 5, -1.8);
  return lattice;
}

std::vector<int> pieces(const Lattice& lattice, const Lattice::Path& path) {
  std::vector<int> found;
  for (const int edge : path.edges) {
    found.push_back(lattice.edges()[static_cast<std::size_t>(edge)].piece);
  }
  return found;
}

TEST(Lattice, TheBestPathIsTheCheapest) {
  const Lattice lattice = abc();
  EXPECT_EQ(pieces(lattice, lattice.best()), (std::vector<int>{5}));
  EXPECT_DOUBLE_EQ(lattice.best().score, -1.8);
}

// ABC 1.8; A BC 2.7; AB C 3.1; A B C 3.7.
TEST(Lattice, AllPathsComeInTheirOrder) {
  const Lattice lattice = abc();
  const auto paths = lattice.best(10);
  ASSERT_EQ(paths.size(), 4u);
  EXPECT_EQ(pieces(lattice, paths[0]), (std::vector<int>{5}));
  EXPECT_EQ(pieces(lattice, paths[1]), (std::vector<int>{0, 4}));
  EXPECT_EQ(pieces(lattice, paths[2]), (std::vector<int>{3, 2}));
  EXPECT_EQ(pieces(lattice, paths[3]), (std::vector<int>{0, 1, 2}));
  const double costs[] = {1.8, 2.7, 3.1, 3.7};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(-paths[i].score, costs[i], 1e-12);
  EXPECT_EQ(lattice.best(2).size(), 2u);
}

// The sum of e^-1.8, e^-2.7, e^-3.1 and e^-3.7 is 0.302202 in all; A is in the second and fourth.
TEST(Lattice, ExpectedCountsAreSharesOfTheSum) {
  const Lattice lattice = abc();
  std::vector<double> expected;
  const double total = lattice.total(expected);
  const double sum = std::exp(-1.8) + std::exp(-2.7) + std::exp(-3.1) + std::exp(-3.7);
  EXPECT_NEAR(total, std::log(sum), 1e-12);
  EXPECT_NEAR(expected[0], (std::exp(-2.7) + std::exp(-3.7)) / sum, 1e-12);
  EXPECT_NEAR(expected[1], std::exp(-3.7) / sum, 1e-12);
  EXPECT_NEAR(expected[5], std::exp(-1.8) / sum, 1e-12);
}

TEST(Lattice, OfEquallyGoodPathsTheLongerLastPieceStays) {
  Lattice lattice(3);
  lattice.add(0, 1, 0, -1);
  lattice.add(0, 2, 1, -1);
  lattice.add(2, 3, 2, -1);
  lattice.add(1, 3, 3, -1);
  EXPECT_EQ(pieces(lattice, lattice.best()), (std::vector<int>{0, 3}));
}

TEST(Lattice, WithoutAPathThereIsNone) {
  Lattice lattice(2);
  lattice.add(0, 1, 0, -1);
  EXPECT_TRUE(lattice.best().edges.empty());
  EXPECT_TRUE(lattice.best(3).empty());
  std::vector<double> expected;
  EXPECT_EQ(lattice.total(expected), -INFINITY);
}

}  // namespace
}  // namespace glassformer
