#include "core/lesson/changes.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

Changes with_a_cell() {
  Changes changes;
  changes.edits["weights"] = {{0, 1, 0.5}};
  changes.order = std::vector<int>{1, 0};
  return changes;
}

// A cell that was set by hand belongs to the words that it was set under.
TEST(Changes, AnotherTextForgetsTheCellsOfTheLast) {
  for (const std::size_t which : {0U, 1U}) {
    Changes later, changes = with_a_cell();
    later.text.at(which) = "another text";
    add(later, changes);
    EXPECT_TRUE(changes.edits.empty()) << which;
    EXPECT_FALSE(changes.order) << which;
  }
}

TEST(Changes, OtherTokensForgetThemToo) {
  for (const std::size_t which : {0U, 1U}) {
    Changes later, changes = with_a_cell();
    later.tokens.at(which) = {"other", "tokens"};
    add(later, changes);
    EXPECT_TRUE(changes.edits.empty()) << which;
  }
}

TEST(Changes, AnotherOrderForgetsThemAndIsKept) {
  Changes later, changes = with_a_cell();
  later.order = std::vector<int>{0, 1};
  add(later, changes);
  EXPECT_TRUE(changes.edits.empty());
  EXPECT_EQ(changes.order, (std::vector<int>{0, 1}));
}

TEST(Changes, WhatMovesNoWordKeepsThem) {
  Changes later, changes = with_a_cell();
  later.head = 1;
  later.options["mask"] = std::string("causal");
  add(later, changes);
  EXPECT_EQ(changes.edits.at("weights"), (std::vector<CellChange>{{0, 1, 0.5}}));
  EXPECT_EQ(changes.order, (std::vector<int>{1, 0}));
}

}  // namespace
}  // namespace glassformer
