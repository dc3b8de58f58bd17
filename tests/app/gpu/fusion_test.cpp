// A sum and what is made of it in one kernel: the values of both, and all gradients, are those of
// the CPU, and of the card with a kernel each.
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "app/gpu/gpu_backend.h"
#include "app/platform/egl.h"
#include "core/grad/ops.h"
#include "core/tensor/rng.h"
#include "tests/app/gpu/backend.h"
#include "tests/app/gpu/instead.h"

namespace glassformer {
namespace {

// Of the largest cell, at least 1: a hundred roundings of numbers around 1.
constexpr double tolerance = 2e-5;

int dispatches = 0;

struct Made {
  std::vector<Mat> values, gradients;
  int dispatches = 0;
};

using Record = std::function<Var(Tape&, const std::vector<Var>&)>;

// Of every node, in order.
Made make(const std::vector<Mat>& inputs, const Record& record, std::shared_ptr<Backend> backend,
          const Edits& edits = {}) {
  // OpenGL's functions put themselves into their slots when they are first called.
  static auto* const real = [] {
    const OnBackend on(testing_gpu::backend());
    Tape tape;
    tape.value(relu(tape, tape.input(Mat(1, 1))));
    return epoxy_glDispatchCompute;
  }();
  dispatches = 0;
  const testing_gpu::Instead counted(
      epoxy_glDispatchCompute, +[](GLuint x, GLuint y, GLuint z) {
        dispatches += testing_gpu::only_writes() ? 0 : 1;
        real(x, y, z);
      });
  const OnBackend on(std::move(backend));
  Tape tape(edits);
  std::vector<Var> vars;
  for (const Mat& input : inputs) vars.push_back(tape.input(input));
  const Var y = record(tape, vars);
  const Var weights = tape.input(normal(tape.shape(y), 1, 9));
  tape.backward(sum(tape, multiply(tape, y, weights)));
  EXPECT_EQ(tape.device_failure(), "");
  Made made;
  made.dispatches = dispatches;
  for (int i = 0; i < tape.size(); ++i) {
    made.values.push_back(tape.value(Var{i}));
    made.gradients.push_back(tape.grad(Var{i}));
  }
  return made;
}

void expect_near(const std::vector<Mat>& a, const std::vector<Mat>& b, const char* what) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_LE(largest_difference(a[i], b[i]), tolerance * std::max(1.0, testing_gpu::largest(a[i])))
        << what << " of node " << i;
  }
}

std::shared_ptr<Backend> apart() {
  static const std::shared_ptr<Backend> backend = make_gpu_backend(testing_gpu::device(), false);
  return backend;
}

// Returns how many dispatches fusing saves.
int expect_as_on_cpu(const std::vector<Mat>& inputs, const Record& record) {
  const Made cpu = make(inputs, record, nullptr),
             card = make(inputs, record, testing_gpu::backend()),
             each = make(inputs, record, apart());
  expect_near(cpu.values, card.values, "value");
  expect_near(cpu.gradients, card.gradients, "gradient");
  expect_near(each.values, card.values, "value, apart,");
  expect_near(each.gradients, card.gradients, "gradient, apart,");
  return each.dispatches - card.dispatches;
}

Mat drawn(int rows, int cols, std::uint64_t seed) {
  return normal({rows, cols}, 1, seed);
}

// Widths with four cells at a time and without.
class GpuFusion : public ::testing::TestWithParam<int> {
 protected:
  int width_ = GetParam();
  std::vector<Mat> same_{drawn(33, width_, 1), drawn(33, width_, 2), drawn(1, width_, 3),
                         drawn(1, width_, 4)};
  std::vector<Mat> row_{drawn(33, width_, 1), drawn(1, width_, 2), drawn(1, width_, 3),
                        drawn(1, width_, 4)};
};

INSTANTIATE_TEST_SUITE_P(Widths, GpuFusion, ::testing::Values(1, 37, 64, 300));

TEST_P(GpuFusion, BiasAndActivation) {
  // Forward one kernel instead of two; backward one instead of two, and the sum for the bias.
  EXPECT_EQ(expect_as_on_cpu(
                row_, [](Tape& t, const auto& v) { return relu(t, add_row(t, v[0], v[1])); }),
            2);
  EXPECT_EQ(expect_as_on_cpu(
                row_, [](Tape& t, const auto& v) { return gelu(t, add_row(t, v[0], v[1])); }),
            2);
  EXPECT_EQ(
      expect_as_on_cpu(same_, [](Tape& t, const auto& v) { return tanh(t, add(t, v[0], v[1])); }),
      3);
}

TEST_P(GpuFusion, ResidualAndNorm) {
  EXPECT_EQ(expect_as_on_cpu(same_,
                             [](Tape& t, const auto& v) {
                               return layer_norm(t, add(t, v[0], v[1]), v[2], v[3]);
                             }),
            3);
  EXPECT_EQ(expect_as_on_cpu(row_,
                             [](Tape& t, const auto& v) {
                               return layer_norm(t, add_row(t, v[0], v[1]), v[2], v[3]);
                             }),
            2);
}

// The sum goes on elsewhere too, as with the norm before the sublayer.
TEST_P(GpuFusion, TheSumMayBeReadLater) {
  EXPECT_GT(expect_as_on_cpu(same_,
                             [](Tape& t, const auto& v) {
                               const Var x = add(t, v[0], v[1]);
                               return add(t, layer_norm(t, x, v[2], v[3]), gelu(t, x));
                             }),
            0);
}

TEST_P(GpuFusion, WhatComesBetweenKeepsThemApart) {
  EXPECT_EQ(expect_as_on_cpu(same_,
                             [](Tape& t, const auto& v) {
                               const Var x = add(t, v[0], v[1]), y = scale(t, v[0], 2);
                               return multiply(t, y, relu(t, x));
                             }),
            0);
  EXPECT_EQ(expect_as_on_cpu(same_,
                             [](Tape& t, const auto& v) {
                               return layer_norm(t, add(t, v[0], v[0]), v[2], v[3]);
                             }),
            1);  // forward only: both gradients are one
}

TEST(GpuFusions, ACellOfTheSumMayBeSetByHand) {
  const Edits edits{{"sum", {{2, 3, 7.5}}}};
  const std::vector<Mat> inputs{drawn(9, 8, 1), drawn(1, 8, 2)};
  const Record record = [](Tape& t, const auto& v) {
    const Var x = t.name(add_row(t, v[0], v[1]), {.name = "sum"});
    return gelu(t, x);
  };
  const Made cpu = make(inputs, record, nullptr, edits),
             card = make(inputs, record, testing_gpu::backend(), edits);
  expect_near(cpu.values, card.values, "value");
  expect_near(cpu.gradients, card.gradients, "gradient");
}

TEST(GpuFusions, InPieces) {
  const DevicePtr device = Device::make(make_egl_compute_context());
  device->set_max_bytes(8 * 1024);
  const std::shared_ptr<Backend> backend = make_gpu_backend(device);
  const std::vector<Mat> inputs{drawn(150, 40, 1), drawn(150, 40, 2), drawn(1, 40, 3),
                                drawn(1, 40, 4)};
  const Record record = [](Tape& t, const auto& v) {
    const Var x = layer_norm(t, add(t, v[0], v[1]), v[2], v[3]);
    return gelu(t, add_row(t, x, v[3]));
  };
  const Made cpu = make(inputs, record, nullptr), card = make(inputs, record, backend);
  expect_near(cpu.values, card.values, "value");
  expect_near(cpu.gradients, card.gradients, "gradient");
}

// A sum that still waits when the tape is gone, or when the pass ends.
TEST(GpuFusions, ASumThatNothingFollows) {
  const Mat a = drawn(5, 8, 1), b = drawn(5, 8, 2);
  Tape kept;
  Var y;
  {
    const OnBackend on(testing_gpu::backend());
    {
      Tape gone;
      add(gone, gone.input(a), gone.input(b));
    }
    kept = Tape();
    y = add(kept, kept.input(a), kept.input(b));
  }
  Tape cpu;
  EXPECT_EQ(kept.value(y), cpu.value(add(cpu, cpu.input(a), cpu.input(b))));
}

}  // namespace
}  // namespace glassformer
