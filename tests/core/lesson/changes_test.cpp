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

TEST(Changes, ATypedTextReplacesTheTokens) {
  Changes later, changes;
  changes.tokens[0] = {"old", "tokens"};
  changes.tokens[1] = {"others"};
  later.text[0] = "a typed text";
  add(later, changes);
  EXPECT_EQ(changes.text[0], "a typed text");
  EXPECT_FALSE(changes.tokens[0]);
  EXPECT_TRUE(changes.tokens[1]) << "those of the other sentence stay";
}

// An option may be called as a matrix is: the number that it sets is no longer the typed one.
TEST(Changes, AnOptionTakesBackTheCellsOfItsName) {
  Changes later, changes;
  changes.edits["seed"] = {{0, 0, 3.0}};
  changes.edits["other"] = {{0, 0, 4.0}};
  later.options["seed"] = 5.0;
  add(later, changes);
  EXPECT_FALSE(changes.edits.contains("seed"));
  EXPECT_TRUE(changes.edits.contains("other"));
}

TEST(Changes, ACellIsItsRowAndItsColumn) {
  Changes later, changes;
  changes.edits["w"] = {{0, 0, 1.0}, {0, 1, 2.0}};
  later.edits["w"] = {{0, 1, 5.0}, {1, 0, 6.0}};
  add(later, changes);
  EXPECT_EQ(changes.edits.at("w"),
            (std::vector<CellChange>{{0, 0, 1.0}, {0, 1, 5.0}, {1, 0, 6.0}}));
}

// No cells of a matrix: all of it is put back.
TEST(Changes, NoCellsTakeAllOfThemBack) {
  Changes later, changes;
  changes.edits["w"] = {{0, 0, 1.0}, {0, 1, 2.0}};
  later.edits["w"] = {};
  add(later, changes);
  EXPECT_TRUE(changes.edits.at("w").empty());
  Inputs inputs;
  inputs.edits["w"] = {{0, 0, 1.0}};
  apply(changes, inputs);
  EXPECT_FALSE(inputs.edits.contains("w"));
}

TEST(Changes, TheLaterMomentHeadAndViewCount) {
  Changes later, changes;
  changes.moment = 2;
  changes.head = 1;
  changes.view["tab"] = 1.0;
  changes.view["bar"] = 3.0;
  later.moment = 5;
  later.head = 4;
  later.view["tab"] = 2.0;
  add(later, changes);
  EXPECT_EQ(changes.moment, 5);
  EXPECT_EQ(changes.head, 4);
  EXPECT_EQ(changes.view.at("tab"), Option(2.0));
  EXPECT_EQ(changes.view.at("bar"), Option(3.0));
  add(Changes(), changes);
  EXPECT_EQ(changes.moment, 5);
}

}  // namespace
}  // namespace glassformer
