// Sums and rows so long that a thread goes round its loops very often.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "core/grad/ops.h"
#include "core/tensor/rng.h"
#include "tests/app/gpu/backend.h"

namespace glassformer {
namespace {

struct Made {
  Mat value;
  std::vector<Mat> gradients;
};

using Record = std::function<Var(Tape&, const std::vector<Var>&)>;

Made make(const std::vector<Mat>& inputs, const Record& record, std::shared_ptr<Backend> backend) {
  const OnBackend on(std::move(backend));
  Tape tape;
  std::vector<Var> vars;
  for (const Mat& input : inputs) vars.push_back(tape.input(input));
  const Var y = record(tape, vars);
  const Var weights = tape.input(normal(tape.shape(y), 1, 9));
  tape.backward(sum(tape, multiply(tape, y, weights)));
  EXPECT_EQ(tape.device_failure(), "");
  Made made{tape.value(y), {}};
  for (const Var var : vars) made.gradients.push_back(tape.grad(var));
  return made;
}

// Of the largest cell: sums of 10^5 numbers in float, in another order here and there.
void expect_as_on_cpu(const std::vector<Mat>& inputs, const Record& record) {
  const Made cpu = make(inputs, record, nullptr),
             card = make(inputs, record, testing_gpu::backend());
  const auto near = [](const Mat& a, const Mat& b) {
    EXPECT_LE(largest_difference(a, b), 1e-4 * std::max(1.0, testing_gpu::largest(a)));
  };
  near(cpu.value, card.value);
  for (std::size_t i = 0; i < inputs.size(); ++i) near(cpu.gradients[i], card.gradients[i]);
}

Mat drawn(int rows, int cols, std::uint64_t seed) {
  return normal({rows, cols}, 1, seed);
}

TEST(GpuLongSums, Products) {
  const Record nn = [](Tape& t, const auto& v) { return matmul(t, v[0], v[1]); };
  const Record nt = [](Tape& t, const auto& v) { return matmul_nt(t, v[0], v[1]); };
  const Record tn = [](Tape& t, const auto& v) { return matmul_tn(t, v[0], v[1]); };
  expect_as_on_cpu({drawn(3, 40'000, 1), drawn(40'000, 5, 2)}, nn);
  expect_as_on_cpu({drawn(3, 40'000, 1), drawn(5, 40'000, 2)}, nt);
  expect_as_on_cpu({drawn(40'000, 3, 1), drawn(40'000, 5, 2)}, tn);
}

TEST(GpuLongSums, Reductions) {
  expect_as_on_cpu({drawn(100'000, 3, 1)},
                   [](Tape& t, const auto& v) { return sum_rows(t, v[0]); });
  expect_as_on_cpu({drawn(3, 100'000, 1)},
                   [](Tape& t, const auto& v) { return sum_cols(t, v[0]); });
  expect_as_on_cpu({drawn(300, 1000, 1)}, [](Tape& t, const auto& v) { return sum(t, v[0]); });
}

TEST(GpuLongSums, WideRows) {
  expect_as_on_cpu({drawn(3, 50'257, 1)}, [](Tape& t, const auto& v) { return softmax(t, v[0]); });
  expect_as_on_cpu({drawn(3, 50'257, 1)}, [](Tape& t, const auto& v) {
    return cross_entropy(t, v[0], {7, 50'000, 3}, 0.1);
  });
  expect_as_on_cpu({drawn(3, 50'257, 1), drawn(1, 50'257, 2), drawn(1, 50'257, 3)},
                   [](Tape& t, const auto& v) { return layer_norm(t, v[0], v[1], v[2]); });
  expect_as_on_cpu({drawn(20'000, 8, 1), drawn(1, 8, 2), drawn(1, 8, 3)},
                   [](Tape& t, const auto& v) { return layer_norm(t, v[0], v[1], v[2]); });
}

TEST(GpuLongSums, Attention) {
  for (const int d_k : {16, 64}) {
    expect_as_on_cpu({drawn(20, d_k, 1), drawn(3000, d_k, 2), drawn(3000, d_k, 3)},
                     [](Tape& t, const auto& v) {
                       return packed_attention(t, v[0], v[1], v[2], 1, {0, 20, 0, 3000}, false);
                     });
  }
  expect_as_on_cpu({drawn(2000, 16, 1), drawn(20, 16, 2), drawn(20, 16, 3)},
                   [](Tape& t, const auto& v) {
                     return packed_attention(t, v[0], v[1], v[2], 1, {0, 2000, 0, 20}, false);
                   });
}

TEST(GpuLongSums, PairsAndPlaces) {
  expect_as_on_cpu({drawn(20, 3000, 1), drawn(30, 3000, 2)},
                   [](Tape& t, const auto& v) { return distance(t, v[0], v[1]); });
  for (const auto& [rows, others] : {std::pair{2, 70'000}, std::pair{70'000, 2}}) {
    expect_as_on_cpu({drawn(rows, 3, 1), drawn(others, 3, 2)},
                     [](Tape& t, const auto& v) { return distance(t, v[0], v[1]); });
  }
  std::vector<int> ids(70'000, 1);
  expect_as_on_cpu({drawn(4, 3, 1)}, [&](Tape& t, const auto& v) { return gather(t, v[0], ids); });
}

}  // namespace
}  // namespace glassformer
