// What the random cases of the ops do not meet: sentences that share rows, a nan beside other
// sentences, one matrix for several inputs, ids that are nowhere, more rows than one row of work
// groups.
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_backend.h"
#include "app/gpu/sums.h"
#include "app/platform/egl.h"
#include "core/grad/ops.h"
#include "core/tensor/rng.h"
#include "tests/app/gpu/backend.h"
#include "tests/app/gpu/instead.h"

namespace glassformer {
namespace {

// Of numbers around 1, in float on both sides.
constexpr double tolerance = 2e-5;

struct Attended {
  Mat value, dq, dk, dv;
};

struct Sentences {
  Mat q, k, v;
  int heads = 1;
  std::vector<int> places;
  bool causal = false;
};

Attended attend(const Sentences& s, std::shared_ptr<Backend> backend) {
  const OnBackend on(std::move(backend));
  Tape tape;
  const Var q = tape.input(s.q), k = tape.input(s.k), v = tape.input(s.v);
  const Var y = packed_attention(tape, q, k, v, s.heads, s.places, s.causal);
  const Var weights = tape.input(normal(tape.shape(y), 1, 9));
  tape.backward(sum(tape, multiply(tape, y, weights)));
  EXPECT_EQ(tape.device_failure(), "");
  return {tape.value(y), tape.grad(q), tape.grad(k), tape.grad(v)};
}

void expect_as_on_cpu(const Sentences& s,
                      const std::shared_ptr<Backend>& backend = testing_gpu::backend()) {
  const Attended cpu = attend(s, nullptr), card = attend(s, backend);
  EXPECT_LE(largest_difference(card.value, cpu.value), tolerance);
  EXPECT_LE(largest_difference(card.dq, cpu.dq), tolerance);
  EXPECT_LE(largest_difference(card.dk, cpu.dk), tolerance);
  EXPECT_LE(largest_difference(card.dv, cpu.dv), tolerance);
}

Sentences some(int queries, int keys, int width) {
  return {normal({queries, width}, 1, 1), normal({keys, width}, 1, 2),
          normal({keys, width}, 1, 3),    2,
          {0, queries, 0, keys},          false};
}

// As a beam search asks: every candidate reads the same source.
TEST(GpuAttention, SentencesMayShareTheirKeys) {
  Sentences s = some(40, 35, 24);
  s.places = {0, 20, 0, 35, 20, 20, 0, 35};
  expect_as_on_cpu(s);
}

TEST(GpuAttention, RowsOfNoSentenceAreZero) {
  Sentences s = some(40, 40, 16);
  s.places = {3, 5, 3, 5, 20, 19, 20, 19};
  s.causal = true;
  expect_as_on_cpu(s);
  const Attended card = attend(s, testing_gpu::backend());
  for (const int row : {0, 8, 19, 39}) {
    EXPECT_TRUE(std::ranges::all_of(card.value.row(row), [](Real x) { return x == 0; })) << row;
  }
}

// A card that takes so little at once that a sentence's queries and keys come in several pieces.
TEST(GpuAttention, SentencesInPieces) {
  const DevicePtr device = Device::make(make_egl_compute_context());
  device->set_max_bytes(8 * 1024);
  const std::shared_ptr<Backend> backend = make_gpu_backend(device);
  for (const bool causal : {false, true}) {
    Sentences s = some(300, 300, 32);  // 64 rows at once
    s.causal = causal;
    s.places = {0, 50, 0, 50, 50, 200, 50, 200, 255, 45, 255, 45};
    expect_as_on_cpu(s, backend);
  }
  Sentences shared = some(100, 300, 32);
  shared.places = {0, 40, 0, 280, 40, 60, 10, 290};
  expect_as_on_cpu(shared, backend);
}

TEST(GpuAttention, ATileAfterTheOtherMakesLongSentences) {
  for (const bool causal : {false, true}) {
    Sentences s = some(131, 131, 64);
    s.causal = causal;
    expect_as_on_cpu(s);
  }
}

// Of a wide head the work group's memory holds fewer rows: 16, 8 and 4 at a time.
TEST(GpuAttention, WideHeads) {
  for (const int width : {130, 300, 600}) {
    const Sentences s = some(21, 19, width);
    const auto value = [&](std::shared_ptr<Backend> backend) {
      const OnBackend on(std::move(backend));
      Tape tape;
      const Var y = packed_attention(tape, tape.input(s.q), tape.input(s.k), tape.input(s.v), 1,
                                     s.places, true);
      EXPECT_EQ(tape.value(y).cols(), width);
      EXPECT_EQ(tape.device_failure(), "");
      return tape.value(y);
    };
    EXPECT_LE(largest_difference(value(testing_gpu::backend()), value(nullptr)), tolerance);
  }
}

// With the largest scores last, each tile scales down what the tiles before it made.
TEST(GpuAttention, ScoresThatGrowDoNotOverflow) {
  Sentences s = some(50, 90, 8);
  s.heads = 1;
  for (int row = 0; row < 90; ++row) {
    for (Real& cell : s.k.row(row)) cell *= static_cast<Real>(row);
  }
  const Attended cpu = attend(s, nullptr), card = attend(s, testing_gpu::backend());
  EXPECT_LE(largest_difference(card.value, cpu.value), 2e-4);  // scores near 300 keep 3e-5
  for (const Real cell : card.dq.cells()) EXPECT_TRUE(std::isfinite(cell));
}

TEST(GpuAttention, NanStaysInItsSentenceAndHead) {
  Sentences s = some(20, 20, 8);
  s.places = {0, 10, 0, 10, 10, 10, 10, 10};
  s.k(4, 1) = std::numeric_limits<Real>::quiet_NaN();
  const Mat value = attend(s, testing_gpu::backend()).value;
  for (int row = 0; row < 20; ++row) {
    for (int col = 0; col < 8; ++col) {
      EXPECT_EQ(std::isnan(value(row, col)), row < 10 && col < 4) << row << ", " << col;
    }
  }
}

// Three inputs in one: their gradients are added in one matrix.
TEST(GpuAttention, OneMatrixMayBeQueriesKeysAndValues) {
  const auto gradient = [](std::shared_ptr<Backend> backend) {
    const OnBackend on(std::move(backend));
    Tape tape;
    const Var x = tape.input(normal({37, 12}, 1, 4));
    const Var y = packed_attention(tape, x, x, x, 2, {0, 37, 0, 37}, true);
    tape.backward(sum(tape, multiply(tape, y, y)));
    return tape.grad(x);
  };
  const Mat cpu = gradient(nullptr);
  EXPECT_LE(largest_difference(gradient(testing_gpu::backend()), cpu),
            tolerance * testing_gpu::largest(cpu));
}

TEST(GpuAttention, AHeadTooWideIsLeftToTheCpu) {
  Sentences s = some(5, 6, 2000);
  s.heads = 1;
  const OnBackend on(testing_gpu::backend());
  Tape tape;
  const Var y =
      packed_attention(tape, tape.input(s.q), tape.input(s.k), tape.input(s.v), 1, s.places, false);
  EXPECT_NE(tape.device_failure().find("A head of 2000 columns"), std::string::npos);
  EXPECT_LE(
      largest_difference(tape.value(y), attend({s.q, s.k, s.v, 1, s.places, false}, nullptr).value),
      tolerance);
}

unsigned max_groups = 0;
auto* real_dispatch = epoxy_glDispatchCompute;

// The gradient of a bias: few columns, and rows enough for every core of a card.
TEST(GpuSums, OfMediumSizeFillACard) {
  const DevicePtr device = testing_gpu::device();
  const Mat cells = normal({512, 512}, 1, 1);
  const GpuMatPtr a = device->upload(cells), sums = device->make({1, 512});
  sum_columns(*device, {.a = *a, .to = *sums});
  real_dispatch = epoxy_glDispatchCompute;
  max_groups = 0;
  {
    const testing_gpu::Instead counting(
        epoxy_glDispatchCompute, +[](GLuint x, GLuint y, GLuint z) {
          max_groups = std::max(max_groups, x * y * z);
          real_dispatch(x, y, z);
        });
    sum_columns(*device, {.a = *a, .to = *sums});
  }
  EXPECT_GE(max_groups, 64U);
  Mat made;
  sums->read(made);
  for (int col = 0; col < 512; ++col) {
    double sum = 0;
    for (int row = 0; row < 512; ++row) sum += cells(row, col);
    EXPECT_NEAR(made(0, col), sum, 1e-4);
  }
}

// Zeros are written by a program of their own: how often it is used.
int clears = 0;
GLuint clearing = 0;
PFNGLUSEPROGRAMPROC real_use = nullptr;

// A gradient of one consumer is not cleared before, and one of two is added to.
TEST(GpuGradients, TheFirstThatAddsWritesInstead) {
  const auto gradients = [] {
    Tape tape;
    const Var x = tape.input(normal({40, 20}, 1, 1)), w = tape.input(normal({20, 20}, 1, 2)),
              row = tape.input(normal({1, 20}, 1, 3));
    const Var first = gelu(tape, add_row(tape, matmul(tape, x, w), row));
    const Var second = matmul(tape, layer_norm(tape, add(tape, x, first), row, row), w);
    tape.backward(sum(tape, multiply(tape, second, relu(tape, second))));
    return std::vector<Mat>{tape.grad(x), tape.grad(w), tape.grad(row)};
  };
  const std::vector<Mat> wanted = gradients();
  const OnBackend on(testing_gpu::backend());
  gradients();
  testing_gpu::device()->zeros({1, 1});
  real_use = epoxy_glUseProgram;
  {
    const testing_gpu::Instead learning(
        epoxy_glUseProgram, +[](GLuint program) { real_use(clearing = program); });
    testing_gpu::device()->zeros({1, 1});
  }
  clears = 0;
  const testing_gpu::Instead counting(
      epoxy_glUseProgram, +[](GLuint program) {
        clears += program == clearing ? 1 : 0;
        real_use(program);
      });
  testing_gpu::device()->zeros({1, 1});
  EXPECT_EQ(std::exchange(clears, 0), 1);
  const std::vector<Mat> made = gradients();
  EXPECT_EQ(clears, 0);
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_LE(largest_difference(made[i], wanted[i]),
              tolerance * std::max(1.0, testing_gpu::largest(wanted[i])));
  }
}

TEST(GpuOpsOfOneMatrix, AddBothGradients) {
  const auto gradient = [](std::shared_ptr<Backend> backend) {
    const OnBackend on(std::move(backend));
    Tape tape;
    const Var x = tape.input(normal({33, 33}, 1, 5));
    Var y = multiply(tape, x, add(tape, x, x));
    y = add(tape, subtract(tape, y, x), matmul_nt(tape, x, x));
    y = add(tape, y, distance(tape, x, x));
    y = concat_cols(tape, {y, x, x});
    tape.backward(sum(tape, multiply(tape, y, y)));
    return tape.grad(x);
  };
  const Mat cpu = gradient(nullptr);
  EXPECT_LE(largest_difference(gradient(testing_gpu::backend()), cpu),
            tolerance * testing_gpu::largest(cpu));
}

// The shape rule refuses such ids; should one come through, it reads the nearest row.
TEST(GpuGather, IdsThatAreNowhereReadInsideTheTable) {
  const DevicePtr device = testing_gpu::device();
  const GpuMatPtr table = device->upload({{1, 2}, {3, 4}, {5, 6}}), to = device->make({3, 2});
  const GpuInts ids(*device, std::vector{-7, 1, 2'000'000'000});
  device->run({"gather.comp", ""}, {device->whole(*table), ids.whole(), device->whole(*to)},
              {6, 2, 3, 0, 3}, {}, cell_groups(6));
  Mat read;
  to->read(read);
  EXPECT_EQ(read, (Mat{{1, 2}, {3, 4}, {5, 6}}));
}

TEST(GpuGather, AnIdThatIsEverywhereIsAddedInOrder) {
  const auto gradient = [](std::shared_ptr<Backend> backend) {
    const OnBackend on(std::move(backend));
    Tape tape;
    const Var table = tape.input(normal({9, 70}, 1, 6));
    std::vector<int> ids(300, 4);
    ids[17] = 8;
    ids[200] = 0;
    const Var y = gather(tape, table, ids);
    tape.backward(sum(tape, multiply(tape, y, tape.input(normal({300, 70}, 1, 7)))));
    return tape.grad(table);
  };
  const Mat card = gradient(testing_gpu::backend());
  EXPECT_LE(largest_difference(card, gradient(nullptr)), 1e-4);  // sums of 298 numbers around 1
  EXPECT_EQ(card, gradient(testing_gpu::backend()));
}

TEST(GpuRows, MoreThanOneRowOfWorkGroups) {
  const Mat x = normal({33'000, 3}, 1, 8);
  const auto shares = [&](std::shared_ptr<Backend> backend) {
    const OnBackend on(std::move(backend));
    Tape tape;
    const Var y = softmax(tape, tape.input(x));
    return tape.value(y);
  };
  EXPECT_LE(largest_difference(shares(testing_gpu::backend()), shares(nullptr)), 1e-6);
}

// The same cells are dropped, whatever the probability and the seed.
TEST(GpuDropout, DropsTheCellsThatTheCpuDrops) {
  for (const double p : {0.0, 1e-12, 0.1, 0.5, 1 - 0x1p-50}) {
    for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{0xfedcba9876543210}}) {
      const auto kept = [&](std::shared_ptr<Backend> backend) {
        const OnBackend on(std::move(backend));
        Tape tape;
        const Var y = dropout(tape, tape.input(Mat(150, 77, 1)), p, seed);
        Mat mask(150, 77);
        for (std::size_t i = 0; i < mask.size(); ++i) {
          mask.cells()[i] = tape.value(y).cells()[i] != 0;
        }
        return mask;
      };
      EXPECT_EQ(kept(testing_gpu::backend()), kept(nullptr)) << p << ", " << seed;
    }
  }
}

}  // namespace
}  // namespace glassformer
