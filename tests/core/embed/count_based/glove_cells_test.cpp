#include "core/embed/count_based/glove_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace glassformer {
namespace {

// Cells sorted by word, then context, as they are counted.
GloveCells filled(int blocks, int words, int contexts) {
  GloveCells cells(blocks);
  for (int word = 0; word < words; ++word) {
    for (int context = 0; context < contexts; ++context) {
      cells.add(
          {word, context, 0.5F * static_cast<float>(word), 0.25F * static_cast<float>(context)});
    }
  }
  return cells;
}

std::vector<GloveCell> cells_of(const GloveCells& cells, const GloveCells::Part& part) {
  std::vector<GloveCell> read;
  cells.read(part, Rng(3), read);
  return read;
}

struct Size {
  int blocks, words, contexts;
};

TEST(GloveCells, PartsHaveEachCellOnceAndOnlyThoseOfTheirTile) {
  // One word, fewer cells than parts, tiles that are empty, and more than memory holds.
  for (const auto& [blocks, words, contexts] :
       {Size{1, 1, 1}, Size{1, 30, 40}, Size{4, 3, 2}, Size{8, 100, 7}, Size{2, 900, 700}}) {
    const GloveCells cells = filled(blocks, words, contexts);
    std::map<std::pair<int, int>, int> seen;
    const auto order = cells.order(Rng(1));
    EXPECT_EQ(order.size(), static_cast<std::size_t>(cells.parts()));
    for (const GloveCells::Part& part : order) {
      const std::vector<GloveCell> read = cells_of(cells, part);
      EXPECT_FALSE(read.empty());
      for (const GloveCell& cell : read) {
        ++seen[{cell.word, cell.context}];
        ASSERT_EQ(cell.word % blocks, part.words);
        ASSERT_EQ(cell.context % blocks, part.contexts);
        ASSERT_EQ(cell.log_count, 0.5F * static_cast<float>(cell.word));
        ASSERT_EQ(cell.weight, 0.25F * static_cast<float>(cell.context));
      }
    }
    EXPECT_EQ(seen.size(), cells.size());
    for (const auto& [cell, times] : seen) ASSERT_EQ(times, 1) << cell.first << " " << cell.second;
  }
}

TEST(GloveCells, OneBlockChangesFromTileToTile) {
  const GloveCells cells = filled(4, 200, 200);
  const auto order = cells.order(Rng(1));
  int tiles = 1;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const int changed = (order[i].words != order[i - 1].words ? 1 : 0) +
                        (order[i].contexts != order[i - 1].contexts ? 1 : 0);
    EXPECT_LE(changed, 1);
    tiles += changed;
  }
  EXPECT_EQ(tiles, 16);
}

TEST(GloveCells, EachEpochHasAnOrderOfItsOwn) {
  const GloveCells cells = filled(4, 200, 200);
  const auto same = [&](std::uint64_t a, std::uint64_t b) {
    const auto one = cells.order(Rng(a)), other = cells.order(Rng(b));
    return std::equal(one.begin(), one.end(), other.begin(), [](const auto& x, const auto& y) {
      return x.words == y.words && x.contexts == y.contexts && x.number == y.number;
    });
  };
  EXPECT_TRUE(same(1, 1));
  EXPECT_FALSE(same(1, 2));
}

// The cells come word by word; a part of them must not.
TEST(GloveCells, PartsHaveWordsFromAllOverTheTile) {
  constexpr int words = 1000;
  const GloveCells cells = filled(1, words, 300);
  for (const GloveCells::Part& part : cells.order(Rng(1))) {
    int low = 0, all = 0;
    for (const GloveCell& cell : cells_of(cells, part)) {
      low += cell.word < words / 2 ? 1 : 0;
      ++all;
    }
    EXPECT_NEAR(static_cast<double>(low) / all, 0.5, 0.05);
  }
}

TEST(GloveCells, APartIsShuffledAnewByEachSeed) {
  const GloveCells cells = filled(2, 60, 60);
  const auto order = [&](std::uint64_t seed) {
    std::vector<GloveCell> read;
    cells.read(cells.order(Rng(1)).front(), Rng(seed), read);
    std::vector<std::pair<int, int>> ids;
    for (const GloveCell& cell : read) ids.emplace_back(cell.word, cell.context);
    return ids;
  };
  EXPECT_EQ(order(1), order(1));
  EXPECT_NE(order(1), order(2));
}

TEST(GloveCells, WithoutCellsHaveNoParts) {
  const GloveCells cells(2);
  EXPECT_EQ(cells.parts(), 0);
  EXPECT_TRUE(cells.order(Rng(1)).empty());
}

}  // namespace
}  // namespace glassformer
