#include "core/embed/vectors/row_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/support/no_temporary_files.h"

namespace glassformer {
namespace {

// All rows, as one finds them who enters their blocks.
std::vector<std::array<float, 3>> contents(RowBlocks& rows, int count) {
  std::vector<std::array<float, 3>> all;
  for (int row = 0; row < count; ++row) {
    rows.enter(rows.block_of(row));
    const float* const cells = rows.row(row);
    all.push_back({cells[0], cells[1], cells[2]});
  }
  return all;
}

TEST(RowBlocks, KeepWhatLiesInTheFile) {
  constexpr int count = 21;  // blocks of three, and of two
  RowBlocks rows(count, 3, 8, 1);
  std::vector<std::array<float, 3>> twin(count, {1, 1, 1});
  Rng rng(5);
  for (int round = 0; round < 500; ++round) {
    const int row = rng.below(count);
    const auto column = static_cast<std::size_t>(rng.below(3));
    rows.enter(rows.block_of(row));
    rows.row(row)[column] += static_cast<float>(round);
    twin[static_cast<std::size_t>(row)][column] += static_cast<float>(round);
  }
  EXPECT_EQ(contents(rows, count), twin);
}

TEST(RowBlocks, AreAsTheyBeganWhereNobodyWas) {
  RowBlocks rows(10, 3, 4, 1);
  rows.enter(2);
  EXPECT_EQ(contents(rows, 10), (std::vector<std::array<float, 3>>(10, {1, 1, 1})));
}

TEST(RowBlocks, GoIntoACheckpointAndOutOfItAgain) {
  RowBlocks rows(21, 3, 4, 1);
  for (int row = 0; row < 18; row += 2) {  // blocks 0 and 2 alone are ever entered
    rows.enter(rows.block_of(row));
    rows.row(row)[1] = static_cast<float>(row);
  }
  std::vector<float> kept;
  rows.each(
      [&](std::span<const float> piece) { kept.insert(kept.end(), piece.begin(), piece.end()); });
  EXPECT_EQ(kept.size(), rows.floats());
  RowBlocks other(21, 3, 4, 0);
  auto next = kept.begin();
  other.fill([&](std::span<float> piece) {
    std::copy_n(next, piece.size(), piece.begin());
    next += static_cast<std::ptrdiff_t>(piece.size());
  });
  EXPECT_EQ(next, kept.end());
  EXPECT_EQ(contents(other, 21), contents(rows, 21));
}

TEST(RowBlocks, SayWhereThereIsNoRoomForThem) {
  RowBlocks rows(8, 3, 2, 1);
  const testing::NoTemporaryFiles none;
  rows.enter(0);  // is there
  EXPECT_THROW(rows.enter(1), UserError);
}

}  // namespace
}  // namespace glassformer
