// The gradient of a table from which few rows are looked up: which rows it has, and that they are
// the only ones which are not 0, pass after pass on the same tape.
#include "core/grad/some_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/grad/ops.h"
#include "core/tensor/rng.h"

namespace glassformer {
namespace {

std::vector<int> sorted_rows(const Tape& tape, Var var) {
  std::vector<int> rows = tape.rows_of_grad(var).list();
  std::ranges::sort(rows);
  return rows;
}

Mat expected(const std::vector<int>& ids) {
  Mat grad(9, 2);
  for (const int id : ids) {
    for (Real& cell : grad.row(id)) cell += 1;
  }
  return grad;
}

TEST(SomeRows, AreThoseLookedUpInThisPass) {
  const auto leaf = std::make_shared<const Leaf>(normal({9, 2}, 1, 4));
  Tape tape;
  for (const std::vector<int>& ids :
       {std::vector{3, 1, 3}, std::vector{8}, std::vector{0, 1, 2}, std::vector{3}}) {
    tape.clear();
    const Var table = tape.input(leaf);
    tape.backward(gather(tape, table, ids));
    EXPECT_EQ(std::as_const(tape).grad(table), expected(ids));
    std::vector<int> once = ids;
    std::ranges::sort(once);
    once.erase(std::ranges::unique(once).begin(), once.end());
    EXPECT_FALSE(tape.rows_of_grad(table).all());
    EXPECT_EQ(sorted_rows(tape, table), once);
  }
}

// Two look-ups add up; what another op gives counts for all rows, before or after them.
TEST(SomeRows, AreAllOnceAnotherOpGivesItsPart) {
  const auto leaf = std::make_shared<const Leaf>(normal({9, 2}, 1, 4));
  Tape tape;
  for (int pass = 0; pass < 4; ++pass) {
    tape.clear();
    const Var table = tape.input(leaf);
    const Var two = concat_rows(tape, {gather(tape, table, {1, 2}), gather(tape, table, {2, 7})});
    Mat wanted = expected({1, 2, 2, 7});
    if (pass % 2 == 0) {
      tape.backward(two);
      EXPECT_EQ(sorted_rows(tape, table), (std::vector{1, 2, 7}));
    } else {
      const std::vector<Var> both = pass == 1 ? std::vector{two, table} : std::vector{table, two};
      tape.backward(concat_rows(tape, both));
      for (Real& cell : wanted.cells()) cell += 1;
      EXPECT_TRUE(tape.rows_of_grad(table).all());
    }
    EXPECT_EQ(std::as_const(tape).grad(table), wanted) << "pass " << pass;
  }
}

}  // namespace
}  // namespace glassformer
