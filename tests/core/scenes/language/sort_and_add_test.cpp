#include <gtest/gtest.h>

#include <algorithm>

#include "core/scenes/language/answered.h"
#include "core/scenes/records/sort_and_add.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs asked(const char* task, const char* option, const char* typed) {
  Inputs inputs;
  inputs.scene = "sort-and-add";
  inputs.options["task"] = std::string(task);
  inputs.options[option] = std::string(typed);
  return inputs;
}

std::string written(const RunPtr& run) {
  std::string all;
  for (const std::string& one : run->records.get<SortAndAddRecord>().written) all += one;
  return all;
}

Real most_of(const Mat& groups, int group) {
  Real most = 0;
  for (int head = 0; head < groups.rows(); ++head) most = std::max(most, groups(head, group));
  return most;
}

TEST(SortAndAddScene, TheShippedNetworksSortAndAdd) {
  EXPECT_EQ(written(run(asked("sort", "letters", "chafed"))), "acdefh");
  EXPECT_EQ(written(run(asked("sort", "letters", "J i, B a B a"))), "aabbij");
  EXPECT_EQ(written(run(asked("add backwards", "numbers", "57 + 68"))), "521");
  EXPECT_EQ(written(run(asked("add forwards", "numbers", "99 1"))), "100");
}

TEST(SortAndAddScene, TheLooksAreTheRowsOfOneHeadThatWriteTheAnswer) {
  Inputs inputs = asked("sort", "letters", "decade");
  inputs.options["head"] = 3.0;
  const RunPtr made = run(inputs);
  const Mat& looks = at(made, "looks");
  const Mat& weights = at(made, "decoder.1.self_attention.head.1.weights");
  ASSERT_EQ(looks.shape(), (Shape{6, 12}));
  for (int i = 0; i < 6; ++i) {
    for (int token = 0; token < 12; ++token) EXPECT_EQ(looks(i, token), weights(6 + i, token));
  }
  // What falls on which tokens is all of the row.
  const Mat& groups = at(made, "groups");
  for (int head = 0; head < groups.rows(); ++head) {
    double sum = 0;
    for (const Real cell : groups.row(head)) sum += cell;
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(SortAndAddScene, TheHeadLaidOutFirstFindsTheLetterThatIsWritten) {
  const RunPtr made = run(asked("sort", "letters", "chafed"));
  const Mat& hits = at(made, "hits");
  EXPECT_GE(std::ranges::count(hits.data(), hits.data() + hits.size(), Real{1}), 4);
}

TEST(SortAndAddScene, TheCarryIsLookedAtWhereItIs) {
  Inputs inputs = asked("add backwards", "numbers", "57 + 68");
  inputs.options["written"] = 2.0;
  const RunPtr made = run(inputs);
  const Mat& groups = at(made, "groups");
  double right = 0, own = 0;
  for (int head = 0; head < groups.rows(); ++head) {
    own = std::max(own, static_cast<double>(groups(head, 0)));
    right = std::max(right, static_cast<double>(groups(head, 1)));
  }
  EXPECT_GT(own, 0.5);
  EXPECT_GT(right, 0.5);
}

// What is laid out, and so explained, is the head whose lines are drawn to the column.
TEST(SortAndAddScene, LinesToWhatIsNeededAreOfTheHeadsThatLookMostAtIt) {
  for (const char* task : {"add backwards", "add forwards"}) {
    for (int digit = 1; digit <= 3; ++digit) {
      Inputs inputs = asked(task, "numbers", "99 + 7");
      inputs.options["written"] = static_cast<double>(digit);
      inputs.options["lines"] = std::string("what is needed");
      const RunPtr made = run(inputs);
      const auto& record = made->records.get<SortAndAddRecord>();
      const std::string line = "99+07=" + written(made);
      const Mat& groups = at(made, "groups");
      ASSERT_EQ(record.needed.size(), record.needed_heads.size());
      ASSERT_FALSE(record.needed.empty());
      int first = 1;
      for (std::size_t i = 0; i < record.needed.size(); ++i) {
        const int group = group_of(answer_model(task).task, line, record.chosen, record.needed[i]);
        const auto head = static_cast<int>(record.needed_heads[i]);
        EXPECT_EQ(groups(head, group), most_of(groups, group)) << task << digit;
        first = std::min(first, group);
      }
      EXPECT_EQ(groups(static_cast<int>(record.head), first), most_of(groups, first));
    }
  }
}

TEST(SortAndAddScene, TokensAreWhatTheyAre) {
  const AnswerTask sort = answer_model("sort").task, add = answer_model("add backwards").task;
  EXPECT_EQ(group_of(sort, "decade=acddee", 2, 0), 0);  // d while a d is written
  EXPECT_EQ(group_of(sort, "decade=acddee", 2, 1), 1);  // an e
  EXPECT_EQ(group_of(sort, "decade=acddee", 2, 6), 2);  // the mark
  EXPECT_EQ(group_of(sort, "decade=acddee", 2, 8), 3);  // the c that is written
  EXPECT_EQ(group_of(add, "57+68=521", 1, 0), 0);       // the tens are written: 5 …
  EXPECT_EQ(group_of(add, "57+68=521", 1, 4), 1);       // … 8 lies right of it
  EXPECT_EQ(group_of(add, "57+68=521", 0, 3), 2);       // 6 left of the ones
  EXPECT_EQ(group_of(add, "57+68=521", 0, 2), 3);
  EXPECT_EQ(group_of(answer_model("add forwards").task, "57+68=125", 0, 1), 1);
}

TEST(SortAndAddScene, WhatCannotBeReadIsRefusedByName) {
  EXPECT_THROW(run(asked("sort", "letters", "chafe")), UserError);
  EXPECT_THROW(run(asked("sort", "letters", "zebras")), UserError);
  EXPECT_THROW(run(asked("sort", "letters", "")), UserError);
  EXPECT_THROW(run(asked("add forwards", "numbers", "570 + 6")), UserError);
  EXPECT_THROW(run(asked("add forwards", "numbers", "57")), UserError);
}

}  // namespace
}  // namespace glassformer
