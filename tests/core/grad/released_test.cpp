#include "core/grad/released.h"

#include <gtest/gtest.h>

#include "core/grad/ops.h"
#include "tests/support/with_memory_limit.h"

namespace glassformer {
namespace {

Mat counted(int rows, int cols) {
  Mat m(rows, cols);
  Real next = -1;
  for (Real& cell : m.cells()) cell = next += Real(0.25);
  return m;
}

TEST(Released, IsComputedAgainForWhoReadsIt) {
  Tape tape;
  const Var x = tape.input(counted(3, 4));
  const Var half = scale(tape, x, 0.5);
  const Var sum = add(tape, half, x);
  const Mat before_half = tape.value(half), before_sum = tape.value(sum);
  release(tape, half);
  release(tape, sum);
  EXPECT_TRUE(is_released(*tape.node(sum).computed));
  EXPECT_EQ(tape.node(sum).computed->host.size(), 0U);
  EXPECT_EQ(tape.shape(sum).rows, 3);
  EXPECT_EQ(tape.on_card(sum), nullptr);
  EXPECT_EQ(tape.value(sum), before_sum);  // and what it is made of, too
  EXPECT_EQ(tape.value(half), before_half);
}

TEST(Released, GradientsGoThroughIt) {
  const auto gradient = [](bool released) {
    Tape tape;
    const Var x = tape.input(counted(2, 2));
    const Var squared = multiply(tape, x, x);
    const Var again = multiply(tape, squared, x);
    if (released) release(tape, squared);
    tape.backward(again);
    return tape.grad(x);
  };
  EXPECT_EQ(gradient(true), gradient(false));
}

TEST(Released, InputsStay) {
  Tape tape;
  const Var x = tape.input(counted(2, 2));
  release(tape, x);
  EXPECT_FALSE(is_released(*tape.node(x).computed));
}

TEST(Released, CountsNoMore) {
  const testing::WithMemoryLimit limit(2500 * sizeof(Real));
  const LimitedMemory limited;
  Tape tape;
  Var x = tape.input(Mat(10, 100, 1));
  for (int i = 0; i < 20; ++i) {
    const Var next = scale(tape, x, 0.5);  // 1000 numbers each
    if (i > 0) release(tape, x);
    x = next;
  }
}

}  // namespace
}  // namespace glassformer
