// Every op's backward against central differences.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/grad/op_inputs.h"

namespace glassformer::testing_ops {
namespace {

static_assert(sizeof(Real) == 8, "a difference in float proves nothing");

// A weighted sum of the result's cells, so that no two of them can make up for each other. Cells
// that are not finite (a hidden score) take no part.
double weighted_sum(const Mat& result, const Mat& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (std::isfinite(result.cells()[i])) sum += result.cells()[i] * weights.cells()[i];
  }
  return sum;
}

using Forward = std::function<Recorded(Tape&, const Given&)>;

// (−f(x + 2h) + 8 f(x + h) − 8 f(x − h) + f(x − 2h)) / 12 h: the error falls with h⁴.
double slope(const Forward& forward, Given given, std::size_t input, std::size_t cell,
             const Mat& weights) {
  const double h = 1e-3, x = given[input].cells()[cell];
  const auto f = [&](double at) {
    given[input].cells()[cell] = at;
    Tape tape;
    const Var result = forward(tape, given).result;
    return weighted_sum(tape.value(result), weights);
  };
  return (-f(x + 2 * h) + 8 * f(x + h) - 8 * f(x - h) + f(x - 2 * h)) / (12 * h);
}

// The largest error of any cell's gradient, relative to the gradient; where that is near 0, to a
// hundredth of the largest gradient of that input.
double gradient_error(const Forward& forward, const Given& given, std::size_t input) {
  Tape tape;
  const Recorded recorded = forward(tape, given);
  const Mat weights = normal(tape.shape(recorded.result), 1, 77);
  tape.backward(sum(tape, multiply(tape, recorded.result, tape.input(weights))));
  Mat& computed = tape.grad(recorded.inputs[input]);

  Mat measured(computed.shape());
  double largest = 1e-3;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    measured.cells()[i] = slope(forward, given, input, i, weights);
    largest = std::max(largest, std::abs(measured.cells()[i]));
  }
  double worst = 0;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const double a = computed.cells()[i], b = measured.cells()[i];
    const double error = std::abs(a - b) / std::max({std::abs(a), std::abs(b), largest / 100});
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

class EveryGradient : public ::testing::TestWithParam<OpCase> {};

TEST_P(EveryGradient, IsTheSlope) {
  for (const Sizes s : all_sizes()) {
    const Given given = random_inputs(GetParam(), s, 9);
    const Forward forward = [&](Tape& tape, const Given& at) {
      return record(tape, GetParam(), at, s);
    };
    for (std::size_t input = 0; input < given.size(); ++input) {
      if (is_constant(GetParam(), input)) continue;
      EXPECT_LE(gradient_error(forward, given, input), 1e-6)
          << "input " << input << ", n " << s.n << ", m " << s.m << ", k " << s.k;
    }
  }
}

// The same with cells set by hand. Those of the result are constants, through which nothing reaches
// what made them, but the op's other cells must still see what it computed there. In an edited cell
// of an input the edit stands for what was given, so it is the edit that is moved.
TEST_P(EveryGradient, IsTheSlopeThroughEditedCells) {
  for (const Sizes s : all_sizes()) {
    const Given given = random_inputs(GetParam(), s, 9);
    const Edits edits = edits_of(GetParam(), s);
    const Forward forward = [&](Tape& tape, Given at) {
      Edits moved = edits;
      for (std::size_t i = 0; i < at.size(); ++i) {
        const auto of_input = moved.find("input." + std::to_string(i));
        if (of_input == moved.end()) continue;
        for (CellEdit& edit : of_input->second) {
          Real& cell = at[i](edit.row, edit.col);
          edit.value += cell - given[i](edit.row, edit.col);
          cell = 3;  // is not seen
        }
      }
      tape = Tape(moved);
      return record(tape, GetParam(), at, s);
    };
    for (std::size_t input = 0; input < given.size(); ++input) {
      if (is_constant(GetParam(), input)) continue;
      EXPECT_LE(gradient_error(forward, given, input), 1e-6)
          << "input " << input << ", n " << s.n << ", m " << s.m << ", k " << s.k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, EveryGradient, ::testing::ValuesIn(op_cases()),
                         [](const auto& info) { return std::string(info.param.op); });

// A second reader's gradient is added to the first's, and both factors of x ∘ x reach x.
TEST(Gradient, AddsUpOverAllReaders) {
  const Forward forward = [](Tape& tape, const Given& given) {
    const Var x = tape.input(given[0]);
    const Var result = add(tape, multiply(tape, x, x), matmul(tape, x, x));
    const Mat weights = normal(tape.shape(result), 1, 77);
    tape.backward(sum(tape, multiply(tape, result, tape.input(weights))));
    return Recorded{{x}, result};
  };
  Tape tape;
  const Given given{normal({3, 3}, 1, 4)};
  const Recorded recorded = forward(tape, given);
  const Mat weights = normal({3, 3}, 1, 77);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_NEAR(tape.grad(recorded.inputs[0]).cells()[i], slope(forward, given, 0, i, weights),
                1e-8);
  }
}

// The checker can fail: a backward that is wrong by one part in ten thousand, in one cell, is seen.
TEST(Gradient, CheckerSeesAWrongBackward) {
  static const Op right = *find_op("tanh");
  static Op wrong = right;
  wrong.backward = [](Tape& tape, const Node& node, const Mat& grad) {
    right.backward(tape, node, grad);
    tape.grad(node.inputs[0])(1, 1) *= 1.0001;
  };
  const auto with = [](const Op& op) {
    return [&op](Tape& tape, const Given& given) {
      const Var x = tape.input(given[0]);
      return Recorded{{x}, tape.record(op, {x})};
    };
  };
  const Given given{normal({2, 3}, 1, 8)};
  EXPECT_LE(gradient_error(with(right), given, 0), 1e-6);
  EXPECT_GT(gradient_error(with(wrong), given, 0), 1e-5);
}

}  // namespace
}  // namespace glassformer::testing_ops
