// Numbers of the ops of hard attention, worked out by hand. Compiled for both precisions.
#include "core/grad/choice_ops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace glassformer {
namespace {

constexpr Real inf = std::numeric_limits<Real>::infinity();
constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();

TEST(ChoiceOps, HardmaxTakesTheFirstOfTheLargest) {
  Tape tape;
  const Var x =
      tape.input(Mat{{0.2F, 0.5F, 0.5F}, {-3, -inf, -4}, {-inf, -inf, -inf}, {1, nan, 2}});
  const Var y = hardmax(tape, x);
  EXPECT_EQ(tape.value(y), (Mat{{0, 1, 0}, {1, 0, 0}, {0, 0, 0}, {0, 0, 0}}));
  EXPECT_EQ(tape.explain(y, 0, 1).terms.front().what, "0.5 is the largest: 1");
  EXPECT_EQ(tape.explain(y, 0, 0).terms.front().value, 0);
}

TEST(ChoiceOps, ADrawFallsWhereTheProbabilitiesReachIt) {
  Tape tape;
  const Mat row{{0.25F, 0.5F, 0, 0.25F}};
  const auto taken = [&](Real draw) {
    const Mat& y = tape.value(sample_rows(tape, tape.input(row), tape.input(Mat{{draw}})));
    return static_cast<int>(std::max_element(y.cells().begin(), y.cells().end()) -
                            y.cells().begin());
  };
  EXPECT_EQ(taken(0), 0);
  EXPECT_EQ(taken(0.2F), 0);
  EXPECT_EQ(taken(0.25F), 1) << "0.25 is no longer below the first sum";
  EXPECT_EQ(taken(0.74F), 1);
  EXPECT_EQ(taken(0.75F), 3) << "a position without weight is never taken";
  EXPECT_EQ(taken(0.999F), 3);
}

// Painted weights need not sum to 1.
TEST(ChoiceOps, ADrawIsOfTheWholeRow) {
  Tape tape;
  const Var p = tape.input(Mat{{1, 3}, {0, 0}}), u = tape.input(Mat{{0.26F}, {0.5F}});
  EXPECT_EQ(tape.value(sample_rows(tape, p, u)), (Mat{{0, 1}, {0, 0}}));
}

TEST(ChoiceOps, SoftCrossEntropyReadsNoCellWithoutATarget) {
  Tape tape;
  const Var x = tape.input(Mat{{0, 0, -inf}, {1, 2, 3}});
  const Var t = tape.input(Mat{{0.5F, -1, 0}, {0, 0, 0}});
  const Var loss = soft_cross_entropy(tape, x, t);
  EXPECT_NEAR(tape.value(loss)(0, 0), -0.5 * std::log(2.0), 1e-6);
  tape.backward(loss);
  // softmax × Σ t − t
  const Mat wanted{{-0.75F, 0.75F, 0}, {0, 0, 0}};
  EXPECT_LE(largest_difference(tape.grad(x), wanted), 1e-6);
}

}  // namespace
}  // namespace glassformer
