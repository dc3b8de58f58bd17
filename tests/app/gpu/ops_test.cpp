// Every op of the table on the graphics card, forward and backward: the random cases that the CPU
// meets, held to the naive twins and to the CPU's gradients.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/gpu/gpu_op.h"
#include "tests/app/gpu/backend.h"
#include "tests/core/grad/op_cases.h"

namespace glassformer {
namespace {

using namespace testing_ops;

// Of float: sums of up to 40 products of numbers around 1, exponentials and quotients of them, each
// rounded to 24 bits (6e-8), leave an error of some 1e-6 of the largest cell; drivers may also
// compute exp, sin and √ with an error of a few units in the last place.
constexpr double tolerance = 2e-5;

double largest(const Mat& m) {
  double most = 1;
  for (const Real cell : m.cells()) {
    if (std::isfinite(cell)) most = std::max(most, std::abs(static_cast<double>(cell)));
  }
  return most;
}

class GpuOps : public ::testing::TestWithParam<std::size_t> {};

TEST_P(GpuOps, EqualTheNaiveTwinAndTheGradientsOfTheCpu) {
  const OpCase& op_case = op_cases()[GetParam()];
  if (find_gpu_op(op_case.op) == nullptr) GTEST_SKIP() << "the CPU computes " << op_case.op;
  for (const Sizes sizes : all_sizes()) {
    const Given given = random_inputs(op_case, sizes, 11);
    Tape on_cpu;
    const Recorded cpu = record(on_cpu, op_case, given, sizes);
    const OnBackend on(testing_gpu::backend());
    Tape on_gpu;
    const Recorded gpu = record(on_gpu, op_case, given, sizes);
    const std::string where = std::string(op_case.op) + " n " + std::to_string(sizes.n) + " m " +
                              std::to_string(sizes.m) + " k " + std::to_string(sizes.k);
    EXPECT_TRUE(on_gpu.node(gpu.result).device_value) << where << " was left to the CPU";
    const Mat& value = on_gpu.value(gpu.result);
    ASSERT_EQ(value.shape(), on_cpu.shape(cpu.result)) << where;
    const double scale = largest(value);
    for (int row = 0; row < value.rows(); ++row) {
      for (int col = 0; col < value.cols(); ++col) {
        ASSERT_NEAR(value(row, col), op_case.naive(given, row, col, sizes), tolerance * scale)
            << where << " at " << row << ", " << col;
      }
    }
    on_cpu.backward(cpu.result);
    on_gpu.backward(gpu.result);
    EXPECT_EQ(on_gpu.device_failure(), "") << where;
    for (std::size_t i = 0; i < gpu.inputs.size(); ++i) {
      if (is_constant(op_case, i)) continue;
      EXPECT_TRUE(on_gpu.node(gpu.inputs[i]).device_grad) << where << ": left to the CPU";
      const Mat &wanted = on_cpu.grad(cpu.inputs[i]), &got = on_gpu.grad(gpu.inputs[i]);
      EXPECT_LE(largest_difference(wanted, got), tolerance * largest(wanted))
          << where << ", gradient of input " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, GpuOps, ::testing::Range<std::size_t>(0, op_cases().size()),
                         [](const auto& info) {
                           return std::to_string(info.param) + "_" +
                                  std::string(op_cases()[info.param].op);
                         });

TEST(GpuOps, EveryOpOfTheTableIsThere) {
  std::string missing;
  for (const Op* op : all_ops()) {
    if (find_gpu_op(op->name) == nullptr) missing += std::string(op->name) + " ";
  }
  EXPECT_EQ(missing, "");
}

}  // namespace
}  // namespace glassformer
