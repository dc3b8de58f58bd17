#include "app/views/parts/top_words.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

RunPtr run_of(Mat probabilities, Var& var) {
  auto run = std::make_shared<Run>();
  var = run->tape.input(std::move(probabilities));
  return run;
}

TEST(TopWords, AreSortedOnceForARunAndRow) {
  Var var;
  Mat p(2, 4);
  const double cells[2][4] = {{0.1, 0.4, 0.4, 0.1}, {0.7, 0.1, 0, 0.2}};
  for (int r = 0; r < 2; ++r) {
    for (int c = 0; c < 4; ++c) p(r, c) = static_cast<Real>(cells[r][c]);
  }
  const RunPtr run = run_of(p, var);
  TopWords words;
  for (int frame = 0; frame < 5; ++frame) {
    EXPECT_EQ(words.of(run, var, 0), (std::vector<int>{1, 2, 0, 3}));
    EXPECT_EQ(words.of(run, var, 1), (std::vector<int>{0, 3, 1, 2}));
  }
  EXPECT_EQ(words.sorted(), 2);
  p(0, 3) = 1;
  const RunPtr next = run_of(p, var);
  EXPECT_EQ(words.of(next, var, 0), (std::vector<int>{3, 1, 2, 0}));
  EXPECT_EQ(words.sorted(), 3);
}

TEST(TopWords, AreNoMoreThanAreShown) {
  Var var;
  Mat p(1, 5000);
  for (int c = 0; c < 5000; ++c) p(0, c) = static_cast<Real>(c % 4999);
  const RunPtr run = run_of(p, var);
  TopWords words;
  const std::vector<int>& order = words.of(run, var, 0);
  ASSERT_EQ(order.size(), TopWords::most);
  EXPECT_EQ(order.front(), 4998);
  EXPECT_EQ(order.back(), 4998 - 15);
}

}  // namespace
}  // namespace glassformer
