#include "core/embed/engines/own_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace glassformer {
namespace {

RowsBuilder counted(std::size_t rows, std::size_t dim) {
  RowsBuilder made(rows, dim);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < dim; ++c) made[r][c] = static_cast<float>(10 * r + c);
  }
  return made;
}

TEST(OwnRows, OneThreadHasNoCopies) {
  RowsBuilder shared = counted(5, 3);
  OwnRows rows(shared, 2, 1);
  for (std::int32_t r = 0; r < 5; ++r) {
    EXPECT_EQ(rows.visit(r), shared[static_cast<std::size_t>(r)].data());
  }
}

TEST(OwnRows, OnlyTheLastRowsAreCopied) {
  RowsBuilder shared = counted(5, 3);
  OwnRows rows(shared, 2, 2);
  EXPECT_EQ(rows.visit(2), shared[2].data());
  EXPECT_NE(rows.visit(3), shared[3].data());
  EXPECT_TRUE(std::equal(shared[4].begin(), shared[4].end(), rows.visit(4)));
}

TEST(OwnRows, WhatEachThreadAddedIsThereOnceTheyHaveJoined) {
  RowsBuilder shared = counted(4, 3);
  OwnRows first(shared, 2, 2), second(shared, 2, 2);
  first.visit(3)[0] += 1;
  second.visit(3)[0] += 2;
  second.visit(3)[2] -= 5;
  EXPECT_EQ(shared[3][0], 30);
  first.join_all();
  second.join_all();
  EXPECT_EQ(shared[3][0], 33);
  EXPECT_EQ(shared[3][2], 27);
  EXPECT_EQ(second.visit(3)[0], 33);
  EXPECT_EQ(first.visit(3)[0], 31);  // the other joined later
  first.join_all();
  EXPECT_EQ(first.visit(3)[0], 33);
  EXPECT_EQ(first.visit(3)[2], 27);
}

TEST(OwnRows, ARowJoinsByItselfAfterSomeVisits) {
  RowsBuilder shared = counted(2, 1);
  OwnRows rows(shared, 1, 2);
  rows.visit(1)[0] = 12;
  for (int i = 0; i < 128 && shared[1][0] != 12; ++i) rows.visit(1);
  EXPECT_EQ(shared[1][0], 12);
}

TEST(OwnRows, ManyThreadsShareTheRowsThemselves) {
  RowsBuilder shared = counted(3, 2);
  OwnRows rows(shared, 2, 256);
  EXPECT_EQ(rows.visit(2), shared[2].data());
}

}  // namespace
}  // namespace glassformer
