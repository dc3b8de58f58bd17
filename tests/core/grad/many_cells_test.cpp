// Ops that compute many cells in Real, against the same cells few at a time, which are computed in
// double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/grad/ops.h"
#include "core/tensor/rng.h"
#include "tests/core/grad/tested_backend.h"

namespace glassformer {
namespace {

using ManyCells = OnTestedBackend;

constexpr int rows = 300, cols = 71;  // more cells than are computed exactly; no whole vectors
constexpr int few = 100;              // rows of a slice that are

Mat some_rows(const Mat& m, int first) {
  Mat part(few, m.cols());
  for (int r = 0; r < few; ++r) {
    std::copy(m.row(first + r).begin(), m.row(first + r).end(), part.row(r).begin());
  }
  return part;
}

struct Computed {
  Mat value, gradient;
};

template <class Record>
Computed compute(const Mat& x, const Mat& weights, const Record& record) {
  Tape tape;
  const Var input = tape.input(x);
  const Var y = record(tape, input);
  tape.backward(sum(tape, multiply(tape, y, tape.input(weights))));
  return {tape.value(y), tape.grad(input)};
}

template <class Record>
void expect_same_in_parts(const Record& record, double tolerance) {
  const Mat x = normal({rows, cols}, 3, 5), weights = normal({rows, cols}, 1, 6);
  const Computed all = compute(x, weights, record);
  for (int first = 0; first < rows; first += few) {
    const Computed part = compute(some_rows(x, first), some_rows(weights, first), record);
    EXPECT_LT(largest_difference(some_rows(all.value, first), part.value), tolerance);
    EXPECT_LT(largest_difference(some_rows(all.gradient, first), part.gradient), tolerance);
  }
}

TEST_F(ManyCells, Gelu) {
  expect_same_in_parts([](Tape& tape, Var x) { return gelu(tape, x); }, 2e-6);
}

TEST_F(ManyCells, GeluByTanh) {
  expect_same_in_parts([](Tape& tape, Var x) { return gelu_tanh(tape, x); }, 2e-6);
}

TEST_F(ManyCells, Tanh) {
  expect_same_in_parts([](Tape& tape, Var x) { return tanh(tape, x); }, 2e-6);
}

TEST_F(ManyCells, TanhKeepsItsLimits) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  Mat x(rows, cols, 40);
  x(0, 0) = infinity;
  x(0, 1) = -infinity;
  x(0, 2) = std::numeric_limits<Real>::quiet_NaN();
  const Computed made =
      compute(x, Mat(rows, cols, 1), [](Tape& tape, Var of) { return tanh(tape, of); });
  EXPECT_EQ(made.value(0, 0), 1);
  EXPECT_EQ(made.value(0, 1), -1);
  EXPECT_TRUE(std::isnan(made.value(0, 2)));
  EXPECT_EQ(made.value(1, 1), 1);
  EXPECT_EQ(made.gradient(0, 0), 0);
}

void expect_limits_of_gelu(Var (*record)(Tape&, Var)) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  Mat x(rows, cols, 40);
  x(0, 0) = infinity;
  x(0, 1) = -infinity;
  x(0, 2) = -40;
  x(0, 3) = std::numeric_limits<Real>::quiet_NaN();
  const Computed made = compute(x, Mat(rows, cols, 1), record);
  EXPECT_EQ(made.value(0, 0), infinity);
  EXPECT_NEAR(made.value(0, 1), 0, 1e-30);
  EXPECT_NEAR(made.value(0, 2), 0, 1e-30);
  EXPECT_TRUE(std::isnan(made.value(0, 3)));
  EXPECT_EQ(made.value(1, 1), 40);
  EXPECT_EQ(made.gradient(0, 0), 1);
  EXPECT_NEAR(made.gradient(0, 1), 0, 1e-30);
}

TEST_F(ManyCells, GeluKeepsItsLimits) {
  expect_limits_of_gelu(gelu);
  expect_limits_of_gelu(gelu_tanh);
}

TEST_F(ManyCells, LayerNorm) {
  const Mat gamma = normal({1, cols}, 1, 7), beta = normal({1, cols}, 1, 8);
  expect_same_in_parts(
      [&](Tape& tape, Var x) { return layer_norm(tape, x, tape.input(gamma), tape.input(beta)); },
      1e-5);
}

// x is used twice: what flows back through the op comes on top of what has come already.
TEST_F(ManyCells, AGradientIsAddedToTheOneThatIsThere) {
  const Mat gamma = normal({1, cols}, 1, 7), beta = normal({1, cols}, 1, 8);
  const Mat x = normal({rows, cols}, 1, 5), weights = normal({rows, cols}, 1, 6);
  const std::vector<std::pair<const char*, std::function<Var(Tape&, Var)>>> ops{
      {"tanh", [](Tape& tape, Var of) { return tanh(tape, of); }},
      {"gelu", [](Tape& tape, Var of) { return gelu(tape, of); }},
      {"gelu_tanh", [](Tape& tape, Var of) { return gelu_tanh(tape, of); }},
      {"silu", [](Tape& tape, Var of) { return silu(tape, of); }},
      {"softmax", [](Tape& tape, Var of) { return softmax(tape, of); }},
      {"rms_norm", [&](Tape& tape, Var of) { return rms_norm(tape, of, tape.input(gamma)); }},
      {"layer_norm", [&](Tape& tape, Var of) {
         return layer_norm(tape, of, tape.input(gamma), tape.input(beta));
       }}};
  for (const auto& [name, op] : ops) {
    Mat wanted = compute(x, weights, op).gradient;
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted.cells()[i] += weights.cells()[i];
    const Mat made = compute(x, weights, [&](Tape& tape, Var of) {
                       return add(tape, op(tape, of), of);
                     }).gradient;
    EXPECT_LT(largest_difference(made, wanted), 1e-5) << name;
  }
}

TEST_F(ManyCells, RmsNorm) {
  const Mat gamma = normal({1, cols}, 1, 7);
  expect_same_in_parts([&](Tape& tape, Var x) { return rms_norm(tape, x, tape.input(gamma)); },
                       1e-5);
}

TEST_F(ManyCells, Silu) {
  expect_same_in_parts([](Tape& tape, Var x) { return silu(tape, x); }, 2e-6);
}

TEST_F(ManyCells, SiluKeepsItsLimits) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  Mat x(rows, cols, 100);
  x(0, 0) = infinity;
  x(0, 1) = -infinity;
  x(0, 2) = -1000;
  x(0, 3) = std::numeric_limits<Real>::quiet_NaN();
  const Computed made = compute(x, Mat(rows, cols, 1), silu);
  EXPECT_EQ(made.value(0, 0), infinity);
  EXPECT_NEAR(made.value(0, 1), 0, 1e-30);
  EXPECT_NEAR(made.value(0, 2), 0, 1e-30);
  EXPECT_TRUE(std::isnan(made.value(0, 3)));
  EXPECT_EQ(made.value(1, 1), 100);
  EXPECT_EQ(made.gradient(0, 0), 1);
  EXPECT_NEAR(made.gradient(0, 1), 0, 1e-30);
}

// A row of equal cells has no variance: ε alone is divided by, and what is left is β.
TEST_F(ManyCells, LayerNormOfEqualCellsIsBeta) {
  const Mat gamma = normal({1, cols}, 1, 7), beta = normal({1, cols}, 1, 8);
  const Computed made = compute(Mat(rows, cols, 2), Mat(rows, cols, 1), [&](Tape& tape, Var x) {
    return layer_norm(tape, x, tape.input(gamma), tape.input(beta));
  });
  for (int c = 0; c < cols; ++c) {
    EXPECT_NEAR(made.value(rows - 1, c), beta(0, c), 1e-5);
    EXPECT_TRUE(std::isfinite(made.gradient(rows - 1, c)));
  }
}

// ε alone is divided by.
TEST_F(ManyCells, RmsNormOfZerosIsZero) {
  const Mat gamma = normal({1, cols}, 1, 7);
  const Computed made = compute(Mat(rows, cols), Mat(rows, cols, 1), [&](Tape& tape, Var x) {
    return rms_norm(tape, x, tape.input(gamma), 0.25);
  });
  for (int c = 0; c < cols; ++c) {
    EXPECT_EQ(made.value(rows - 1, c), 0);
    EXPECT_NEAR(made.gradient(rows - 1, c), gamma(0, c) / 0.5, 1e-5);
  }
}

TEST_F(ManyCells, CrossEntropy) {
  for (const double smoothing : {0.0, 0.1}) {
    Mat x = normal({rows, cols}, 3, 5);
    x(7, 3) = -std::numeric_limits<Real>::infinity();  // a row that keeps to the careful way
    std::vector<int> targets;
    for (int r = 0; r < rows; ++r) targets.push_back(r % 2 == 0 ? 5 : (3 * r) % cols);
    if (smoothing > 0) x(7, 3) = -50;  // a smoothed label never meets an impossible word
    Tape all;
    const Var input = all.input(x);
    const Var loss = cross_entropy(all, input, targets, smoothing);
    all.backward(loss);
    double mean = 0;
    for (int first = 0; first < rows; first += few) {
      Tape tape;
      const Var part = tape.input(some_rows(x, first));
      const Var own = cross_entropy(
          tape, part, {targets.begin() + first, targets.begin() + first + few}, smoothing);
      tape.backward(own);
      mean += static_cast<double>(tape.value(own)(0, 0)) * few / rows;
      Mat gradient = tape.grad(part);
      for (Real& cell : gradient.cells()) cell = cell * few / rows;
      EXPECT_LT(largest_difference(some_rows(all.grad(input), first), gradient), 1e-7);
    }
    EXPECT_NEAR(all.value(loss)(0, 0), mean, 1e-5);
  }
}

// Some columns at a time, and their sums together, against all scores at once: several blocks of
// columns, the last of them not full, and rows whose targets lie in each.
TEST_F(ManyCells, SurprisalIsTheCrossEntropyOfALinearLayer) {
  constexpr int inner = 30, words = 300;
  const Mat x = normal({rows, inner}, 1, 5), weights = normal({inner, words}, 1, 6),
            bias = normal({1, words}, 3, 7), dy = normal({rows, 1}, 1, 8);
  std::vector<int> targets;
  for (int r = 0; r < rows; ++r) targets.push_back(r * 7 % words);
  Tape tape;
  const Var at[] = {tape.input(x), tape.input(weights), tape.input(bias)};
  const Var y = surprisal(tape, at[0], at[1], at[2], targets);
  tape.backward(sum(tape, multiply(tape, y, tape.input(dy))));
  Mat sums[] = {Mat(x.shape()), Mat(weights.shape()), Mat(bias.shape())};
  for (int row = 0; row < rows; ++row) {
    Tape own;
    Mat one(1, inner);
    std::ranges::copy(x.row(row), one.row(0).begin());
    const Var in[] = {own.input(one), own.input(weights), own.input(bias)};
    const Var scores = add_row(own, matmul(own, in[0], in[1]), in[2]);
    const Var loss = cross_entropy(own, scores, {targets[static_cast<std::size_t>(row)]});
    EXPECT_NEAR(tape.value(y)(row, 0), own.value(loss)(0, 0), 1e-5);
    own.backward(scale(own, loss, dy(row, 0)));
    std::ranges::copy(own.grad(in[0]).row(0), sums[0].row(row).begin());
    for (const int i : {1, 2}) {
      for (std::size_t c = 0; c < sums[i].size(); ++c) {
        sums[i].cells()[c] += own.grad(in[i]).cells()[c];
      }
    }
  }
  for (const int i : {0, 1, 2}) {
    EXPECT_LT(largest_difference(tape.grad(at[i]), sums[i]), 2e-5) << "input " << i;
  }
}

TEST_F(ManyCells, SurprisalKeepsItsLimits) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  constexpr int words = 200;
  Mat bias(1, words);
  bias(0, 4) = -infinity;  // a word that cannot come
  Mat x(rows, 1, 1), weights(1, words);
  weights(0, 150) = 2;
  x(3, 0) = infinity;  // 0 · ∞ is no number
  std::vector<int> targets(rows, 150);
  targets[1] = 4;
  Tape tape;
  const Var at[] = {tape.input(x), tape.input(weights), tape.input(bias)};
  const Var y = surprisal(tape, at[0], at[1], at[2], targets);
  const double right = std::log((words - 2 + std::exp(2.0)) / std::exp(2.0));
  EXPECT_NEAR(tape.value(y)(0, 0), right, 1e-5);
  EXPECT_EQ(tape.value(y)(1, 0), infinity);
  EXPECT_TRUE(std::isnan(tape.value(y)(3, 0)));
  EXPECT_NEAR(tape.value(y)(4, 0), right, 1e-5);
}

}  // namespace
}  // namespace glassformer
