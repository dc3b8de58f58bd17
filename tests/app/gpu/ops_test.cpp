// Every op of the table on the graphics card, forward and backward: the random cases that the CPU
// meets, held to the naive twins and to the CPU's gradients; sizes of many work groups; and
// matrices that are cut because the card takes only so much at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/gpu/gpu_backend.h"
#include "app/gpu/gpu_op.h"
#include "app/platform/egl.h"
#include "tests/app/gpu/backend.h"
#include "tests/core/grad/op_cases.h"

namespace glassformer {
namespace {

using namespace testing_ops;

// Of float: sums of up to 40 products of numbers around 1, exponentials and quotients of them, each
// rounded to 24 bits (6e-8), leave an error of some 1e-6 of the largest cell; drivers may also
// compute exp, sin and √ with an error of a few units in the last place.
constexpr double tolerance = 2e-5;
// Sums of up to 516 of them, on the CPU in float too, in an order of its own.
constexpr double large_tolerance = 1e-4;

// At least 1: the inputs are numbers around 1, and so are the roundings.
double largest(const Mat& m) {
  return std::max(1.0, testing_gpu::largest(m));
}

std::string place(const OpCase& op_case, Sizes s) {
  return std::string(op_case.op) + " n " + std::to_string(s.n) + " m " + std::to_string(s.m) +
         " k " + std::to_string(s.k);
}

// An op and the gradient of a weighted sum of its cells: of the plain sum, the gradients of a
// softmax or a layer norm are 0.
struct Passed {
  Passed(const OpCase& op_case, const Given& given, Sizes sizes)
      : recorded(record(tape, op_case, given, sizes)) {
    const Var weights = tape.input(normal(tape.shape(recorded.result), 1, 12));
    tape.backward(sum(tape, multiply(tape, recorded.result, weights)));
  }
  Tape tape;
  Recorded recorded;
};

void expect_on_device(const Passed& gpu, const OpCase& op_case, const std::string& where) {
  EXPECT_EQ(gpu.tape.device_failure(), "") << where;
  EXPECT_TRUE(gpu.tape.node(gpu.recorded.result).device_value) << where << ": left to the CPU";
  for (std::size_t i = 0; i < gpu.recorded.inputs.size(); ++i) {
    if (is_constant(op_case, i)) continue;
    EXPECT_TRUE(gpu.tape.node(gpu.recorded.inputs[i]).device_grad)
        << where << ": gradient left to the CPU";
  }
}

void expect_gradients(const Passed& gpu, const Passed& cpu, const OpCase& op_case, double bound,
                      const std::string& where) {
  for (std::size_t i = 0; i < gpu.recorded.inputs.size(); ++i) {
    if (is_constant(op_case, i)) continue;
    const Mat &wanted = cpu.tape.grad(cpu.recorded.inputs[i]),
              &got = gpu.tape.grad(gpu.recorded.inputs[i]);
    EXPECT_LE(largest_difference(wanted, got), bound * largest(wanted))
        << where << ", gradient of input " << i;
  }
}

void expect_as_on_cpu(const OpCase& op_case, Sizes sizes, std::shared_ptr<Backend> backend) {
  const Given given = random_inputs(op_case, sizes, 11);
  const Passed cpu(op_case, given, sizes);
  const OnBackend on(std::move(backend));
  const Passed gpu(op_case, given, sizes);
  const std::string where = place(op_case, sizes);
  expect_on_device(gpu, op_case, where);
  const Mat &wanted = cpu.tape.value(cpu.recorded.result),
            &got = gpu.tape.value(gpu.recorded.result);
  EXPECT_LE(largest_difference(wanted, got), large_tolerance * largest(wanted)) << where;
  expect_gradients(gpu, cpu, op_case, large_tolerance, where);
}

class GpuOps : public ::testing::TestWithParam<std::size_t> {};

TEST_P(GpuOps, EqualTheNaiveTwinAndTheGradientsOfTheCpu) {
  const OpCase& op_case = op_cases()[GetParam()];
  for (const Sizes sizes : all_sizes()) {
    const Given given = random_inputs(op_case, sizes, 11);
    const Passed cpu(op_case, given, sizes);
    const OnBackend on(testing_gpu::backend());
    const Passed gpu(op_case, given, sizes);
    const std::string where = place(op_case, sizes);
    expect_on_device(gpu, op_case, where);
    const Mat& value = gpu.tape.value(gpu.recorded.result);
    ASSERT_EQ(value.shape(), cpu.tape.shape(cpu.recorded.result)) << where;
    for (int row = 0; row < value.rows(); ++row) {
      for (int col = 0; col < value.cols(); ++col) {
        const double wanted = op_case.naive(given, row, col, sizes), got = value(row, col);
        if (got == wanted) continue;  // infinities too
        ASSERT_NEAR(got, wanted, tolerance * largest(value))
            << where << " at " << row << ", " << col;
      }
    }
    expect_gradients(gpu, cpu, op_case, tolerance, where);
  }
}

// Neither size is a multiple of a work group's, and a row is longer than a group is wide.
TEST_P(GpuOps, EqualTheCpuBeyondOneWorkGroup) {
  const OpCase& op_case = op_cases()[GetParam()];
  // For attention two heads of 66 columns.
  const int m = op_case.op == "packed_attention" ? 132 : 516;
  expect_as_on_cpu(op_case, {300, m, 70}, testing_gpu::backend());
}

std::string name_of(const ::testing::TestParamInfo<std::size_t>& info) {
  return std::string(op_cases()[info.param].op);
}

INSTANTIATE_TEST_SUITE_P(All, GpuOps, ::testing::Range<std::size_t>(0, op_cases().size()), name_of);

// A card that takes only 80 KB at once: every op is cut, by rows and where it has to be by columns,
// by keys or within a sum.
class GpuOpsCut : public ::testing::TestWithParam<std::size_t> {
 protected:
  static std::shared_ptr<Backend> backend() {
    static const std::shared_ptr<Backend> shared = [] {
      const DevicePtr device = Device::make(make_egl_compute_context());
      device->set_most_bytes(80 * 1024);
      return make_gpu_backend(device);
    }();
    return shared;
  }
};

TEST_P(GpuOpsCut, EqualTheCpu) {
  expect_as_on_cpu(op_cases()[GetParam()], {200, 140, 150}, backend());
  // Tables, keys and concatenations of many more rows.
  expect_as_on_cpu(op_cases()[GetParam()], {250, 154, 610}, backend());
}

INSTANTIATE_TEST_SUITE_P(All, GpuOpsCut, ::testing::Range<std::size_t>(0, op_cases().size()),
                         name_of);

TEST(GpuOps, EveryOpOfTheTableIsThere) {
  std::string missing;
  for (const Op* op : all_ops()) {
    if (find_gpu_op(op->name) == nullptr) missing += std::string(op->name) + " ";
  }
  EXPECT_EQ(missing, "");
}

// What cannot be cut, as a row, is one sentence, and the CPU goes on.
TEST(GpuOps, ARowTooLargeIsLeftToTheCpu) {
  const DevicePtr device = Device::make(make_egl_compute_context());
  device->set_most_bytes(1024);
  const OnBackend on(make_gpu_backend(device));
  Tape tape;
  const Var x = tape.input(normal({3, 400}, 1, 1));
  const Var y = softmax(tape, x);
  const Mat value = tape.value(y);
  EXPECT_NE(tape.device_failure().find("A matrix of"), std::string::npos) << tape.device_failure();
  const OnBackend nowhere(nullptr);
  Tape here;
  EXPECT_EQ(value, here.value(softmax(here, here.input(tape.value(x)))));
}

}  // namespace
}  // namespace glassformer
