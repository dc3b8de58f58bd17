// Every op of the table on the graphics card, forward and backward: the random cases that the CPU
// meets, held to the naive twins and to the CPU's gradients; sizes of many work groups; and
// matrices that are cut because the card takes only so much at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include "app/gpu/gpu_backend.h"
#include "app/gpu/gpu_op.h"
#include "app/platform/egl.h"
#include "tests/app/gpu/backend.h"
#include "tests/core/grad/op_inputs.h"

namespace glassformer {
namespace {

using namespace testing_ops;

// How far a value or a gradient may be off, of the largest cell, and why. `few`: sums of up to 13
// numbers; `many`: of up to 610, on the CPU in float too, in an order of its own. A rounding is
// 6e-8. Drivers may be off by 2.5 units in the last place (1.2e-7 each) in a quotient, 2 in 1 / √x,
// 2^-21 in a logarithm, and 3 + 2 |x| in an exponential (OpenGL Shading Language 4.60,
// section 4.7.1; |x| is up to 5 here).
struct Tolerance {
  std::string_view op;
  double few, many;
  const char* why;
};

constexpr const char* copies = "copies";
constexpr const char* rounding = "one rounding";
constexpr const char* quotient = "a quotient and two roundings";
constexpr const char* series = "the roundings of a series of our own";
constexpr const char* exponential = "exponentials and quotients of them";
constexpr const char* sums = "sums, whose roundings mostly cancel";
constexpr const char* roots = "quotients and roots of sums";
constexpr const char* exponential_sums = "exponentials of sums, whose errors they multiply";

constexpr const char* steps = "exponentials of sums, whose errors the next step multiplies";

constexpr Tolerance tolerances[] = {
    {"transpose", 0, 0, copies},
    {"relu", 0, 0, copies},
    {"maxout", 0, 0, copies},
    {"mask", 0, 0, copies},
    {"concat_cols", 0, 0, copies},
    {"concat_rows", 0, 0, copies},
    {"slice_cols", 0, 0, copies},
    {"slice_rows", 0, 0, copies},
    {"add", 1e-7, 1e-7, rounding},
    {"subtract", 1e-7, 1e-7, rounding},
    {"multiply", 1e-7, 1e-7, rounding},
    {"scale", 1e-7, 1e-7, rounding},
    {"reciprocal", 6e-7, 6e-7, quotient},
    {"dropout", 6e-7, 6e-7, quotient},
    {"sinusoid", 3e-7, 3e-7, series},
    {"rotate_pairs", 5e-7, 5e-7, series},  // of two terms
    {"exp", 3e-6, 3e-6, exponential},
    {"log", 3e-6, 3e-6, exponential},
    {"tanh", 3e-6, 3e-6, exponential},
    {"sigmoid", 3e-6, 3e-6, exponential},
    {"log_sigmoid", 3e-6, 3e-6, exponential},
    {"gelu", 3e-6, 3e-6, exponential},
    {"gelu_tanh", 3e-6, 3e-6, exponential},
    {"silu", 3e-6, 3e-6, exponential},
    {"softmax", 3e-6, 3e-6, exponential},
    {"log_softmax", 3e-6, 3e-6, exponential},
    {"cross_entropy", 3e-6, 3e-6, exponential},
    {"soft_cross_entropy", 3e-6, 3e-6, exponential},
    {"hardmax", 0, 0, copies},
    {"sample_rows", 0, 0, copies},
    {"gather", 0, 1e-6, sums},      // of gradients, where a row comes more than once
    {"add_row", 5e-7, 2e-6, sums},  // of the row's gradients
    {"matmul", 1e-6, 5e-6, sums},
    {"affine", 1e-6, 5e-6, sums},
    {"sentence_dot", 1e-6, 5e-6, sums},
    {"sentence_mix", 1e-6, 5e-6, sums},
    {"sentence_additive", 5e-6, 1e-5, exponential_sums},
    {"matmul_nt", 1e-6, 5e-6, sums},
    {"matmul_tn", 1e-6, 5e-6, sums},
    {"sum", 2e-6, 5e-6, sums},
    {"sum_rows", 5e-7, 2e-6, sums},
    {"sum_cols", 5e-7, 2e-6, sums},
    {"mean_rows", 5e-7, 1e-6, sums},
    {"mean_cols", 5e-7, 1e-6, sums},
    {"share", 1e-6, 1e-6, roots},
    {"unit_rows", 1e-6, 2e-6, roots},
    {"distance", 1e-6, 5e-6, roots},
    {"layer_norm", 3e-6, 3e-6, roots},
    {"rms_norm", 3e-6, 3e-6, roots},
    {"surprisal", 5e-6, 1e-5, exponential_sums},
    {"tree_log_softmax", 3e-6, 3e-6, exponential},
    {"tree_surprisal", 5e-6, 1e-5, exponential_sums},
    {"packed_attention", 5e-6, 1e-5, exponential_sums},
    {"elman", 1e-5, 1e-4, steps},
    {"gru", 1e-5, 1e-4, steps},
    {"gru_reset_after", 1e-5, 1e-4, steps},
    {"lstm", 1e-5, 1e-4, steps},
    {"elman_layer", 1e-5, 1e-3, steps},
    {"gru_layer", 1e-5, 1e-3, steps},
    {"gru_reset_after_layer", 1e-5, 1e-3, steps},
    {"lstm_layer", 1e-5, 1e-3, steps},
};

const Tolerance& tolerance_of(const OpCase& op_case) {
  const auto* const found = std::ranges::find(tolerances, op_case.op, &Tolerance::op);
  if (found == std::end(tolerances)) {
    throw std::logic_error(std::string(op_case.op) + " has no tolerance here");
  }
  return *found;
}

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
  Passed(const OpCase& op_case, const Given& given, Sizes sizes, const Edits& edits = {})
      : tape(edits), recorded(record(tape, op_case, given, sizes)) {
    const Var weights = tape.input(normal(tape.shape(recorded.result), 1, 12));
    tape.backward(sum(tape, multiply(tape, recorded.result, weights)));
  }
  Tape tape;
  Recorded recorded;
};

void expect_on_device(const Passed& gpu, const OpCase& op_case, const std::string& where) {
  EXPECT_EQ(gpu.tape.device_failure(), "") << where;
  EXPECT_TRUE(gpu.tape.node(gpu.recorded.result).computed->device) << where << ": left to the CPU";
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
        << where << ", gradient of input " << i << ": " << tolerance_of(op_case).why;
  }
}

void expect_as_on_cpu(const OpCase& op_case, Sizes sizes, std::shared_ptr<Backend> backend) {
  // With random weights the smallest error grows to any size in many steps.
  if (std::string_view(tolerance_of(op_case).why) == steps) sizes.n = 3;
  const Given given = random_inputs(op_case, sizes, 11);
  const Passed cpu(op_case, given, sizes);
  const OnBackend on(std::move(backend));
  const Passed gpu(op_case, given, sizes);
  const std::string where = place(op_case, sizes);
  expect_on_device(gpu, op_case, where);
  const Mat &wanted = cpu.tape.value(cpu.recorded.result),
            &got = gpu.tape.value(gpu.recorded.result);
  const Tolerance& tolerance = tolerance_of(op_case);
  EXPECT_LE(largest_difference(wanted, got), tolerance.many * largest(wanted))
      << where << ": " << tolerance.why;
  expect_gradients(gpu, cpu, op_case, tolerance.many, where);
}

// The numbers of the cases whose op the card has.
std::vector<std::size_t> cases_on_the_card() {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < op_cases().size(); ++i) {
    if (find_gpu_op(op_cases()[i].op) != nullptr) numbers.push_back(i);
  }
  return numbers;
}

class GpuOps : public ::testing::TestWithParam<std::size_t> {};

TEST_P(GpuOps, EqualTheNaiveTwinAndTheGradientsOfTheCpu) {
  const OpCase& op_case = op_cases()[GetParam()];
  const Tolerance& tolerance = tolerance_of(op_case);
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
        ASSERT_NEAR(got, wanted, tolerance.few * largest(value))
            << where << " at " << row << ", " << col << ": " << tolerance.why;
      }
    }
    expect_gradients(gpu, cpu, op_case, tolerance.few, where);
  }
}

TEST_P(GpuOps, EqualTheGradientsOfTheCpuWithCellsSetByHand) {
  const OpCase& op_case = op_cases()[GetParam()];
  for (const Sizes sizes : all_sizes()) {
    const Given given = random_inputs(op_case, sizes, 11);
    const Edits edits = edits_of(op_case, sizes);
    const Passed cpu(op_case, given, sizes, edits);
    const OnBackend on(testing_gpu::backend());
    const Passed gpu(op_case, given, sizes, edits);
    const std::string where = place(op_case, sizes);
    const Mat &wanted = cpu.tape.value(cpu.recorded.result),
              &got = gpu.tape.value(gpu.recorded.result);
    const Tolerance& tolerance = tolerance_of(op_case);
    EXPECT_LE(largest_difference(wanted, got), tolerance.few * largest(wanted)) << where;
    expect_gradients(gpu, cpu, op_case, tolerance.few, where);
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

INSTANTIATE_TEST_SUITE_P(All, GpuOps, ::testing::ValuesIn(cases_on_the_card()), name_of);

// A card that takes only 80 KB at once: every op is cut, by rows and where it has to be by columns,
// by keys or within a sum.
class GpuOpsCut : public ::testing::TestWithParam<std::size_t> {
 protected:
  static std::shared_ptr<Backend> backend() {
    static const std::shared_ptr<Backend> shared = [] {
      const DevicePtr device = testing_gpu::soiled_device();
      device->set_max_bytes(80 * 1024);
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

INSTANTIATE_TEST_SUITE_P(All, GpuOpsCut, ::testing::ValuesIn(cases_on_the_card()), name_of);

TEST(GpuOps, EveryToleranceIsOfAnOp) {
  for (const Tolerance& tolerance : tolerances) {
    EXPECT_NE(find_gpu_op(tolerance.op), nullptr) << tolerance.op;
    EXPECT_LE(tolerance.few, tolerance.many) << tolerance.op;
  }
}

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
  device->set_max_bytes(1024);
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
