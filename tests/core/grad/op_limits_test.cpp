// What the ops do where the formula does not say: hidden rows, infinities, nan, zero lengths,
// kinks, and places that do not exist.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <source_location>
#include <vector>

#include "core/grad/ops.h"
#include "core/grad/tree_ops.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/core/grad/tested_backend.h"
#include "tests/core/kernels/threads.h"

namespace glassformer {
namespace {

using SoftmaxLimits = OnTestedBackend;
using ShareLimits = OnTestedBackend;
using MaskLimits = OnTestedBackend;
using CrossEntropyLimits = OnTestedBackend;
using WeatherStationLimits = OnTestedBackend;
using CellwiseLimits = OnTestedBackend;
using LengthLimits = OnTestedBackend;
using LayerNormLimits = OnTestedBackend;
using CausalAttentionLimits = OnTestedBackend;
using OpErrors = OnTestedBackend;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Record = Var (*)(Tape&, Var);

Mat value_of(Record op, Mat x) {
  Tape tape;
  const Var y = op(tape, tape.input(std::move(x)));
  return tape.value(y);
}

// The gradient of the cell (0, 0).
Mat gradient_of(Record op, Mat x) {
  Tape tape;
  const Var in = tape.input(std::move(x));
  tape.backward(op(tape, in), 0, 0);
  return tape.grad(in);
}

void expect_explained(Record op, const Mat& x, const std::string& note) {
  Tape tape;
  const Var y = op(tape, tape.input(x));
  for (int col = 0; col < x.cols(); ++col) {
    const Explanation e = tape.explain(y, 0, col);
    expect_same(Mat(1, 1, tape.value(y)(0, col)), Mat(1, 1, static_cast<Real>(evaluate(e))));
    EXPECT_NE(e.note.find(note), std::string::npos) << e.note;
  }
}

TEST_F(SoftmaxLimits, AFullyHiddenRowIsZeroAndSaysSo) {
  const Mat hidden{{-inf, -inf, -inf}};
  expect_same(value_of(softmax, hidden), {{0, 0, 0}});
  expect_same(gradient_of(softmax, hidden), {{0, 0, 0}});
  expect_explained(softmax, hidden, "every key of this row is hidden");
  expect_same(value_of(log_softmax, hidden), hidden);
  expect_same(gradient_of(log_softmax, hidden), {{0, 0, 0}});
}

TEST_F(SoftmaxLimits, HiddenCellsAreExactlyZeroAndTheOthersShare) {
  const Mat some{{1, -inf, 1}};
  expect_same(value_of(softmax, some), {{0.5, 0, 0.5}});
  expect_same(gradient_of(softmax, some), {{0.25, 0, -0.25}});
  expect_explained(softmax, some, "");
}

TEST_F(SoftmaxLimits, InfiniteCellsShareTheRowAndStandStill) {
  const Mat two{{inf, 3, inf, -inf}};
  expect_same(value_of(softmax, two), {{0.5, 0, 0.5, 0}});
  expect_same(gradient_of(softmax, two), Mat(1, 4));
  expect_explained(softmax, two, "share it equally");
  const Mat logs = value_of(log_softmax, two);
  EXPECT_NEAR(logs(0, 0), -std::log(2), 1e-7);
  EXPECT_EQ(logs(0, 1), -inf);
  expect_same(gradient_of(log_softmax, two), Mat(1, 4));
  expect_same(value_of(share, two), {{0.5, 0, 0.5, 0}});
  expect_same(gradient_of(share, two), Mat(1, 4));
  expect_explained(share, two, "share it equally");
}

TEST_F(SoftmaxLimits, NanTravels) {
  const Mat one{{1, nan, inf}};
  for (Record op : {Record{softmax}, Record{log_softmax}, Record{share}}) {
    expect_same(value_of(op, one), {{nan, nan, nan}});
    expect_explained(op, one, "nan");
  }
}

TEST_F(SoftmaxLimits, LargeScoresDoNotOverflow) {
  expect_same(value_of(softmax, {{1000, 1000, -1000}}), {{0.5, 0.5, 0}});
  EXPECT_NEAR(value_of(log_softmax, {{1000, 0}})(0, 1), -1000, 1e-3);
}

TEST_F(SoftmaxLimits, OtherRowsAreNotTouched) {
  const Mat y = value_of(softmax, {{nan, 0}, {-inf, -inf}, {0, 0}});
  expect_same(y, {{nan, nan}, {0, 0}, {0.5, 0.5}});
}

TEST_F(ShareLimits, ARowOfSumZeroIsZero) {
  expect_same(value_of(share, {{0, 0}}), {{0, 0}});
  expect_same(gradient_of(share, {{0, 0}}), {{0, 0}});
  expect_explained(share, Mat{{0, 0}}, "nothing to share");
}

TEST_F(MaskLimits, HiddenIsMinusInfinityWhateverStoodThere) {
  Tape tape;
  const Var x = tape.input(Mat{{nan, 2, 3}});
  const Var y = mask(tape, x, tape.input(Mat{{0, 1, 0}}));
  expect_same(tape.value(y), {{-inf, 2, -inf}});
  EXPECT_EQ(tape.explain(y, 0, 0).note, "hidden: −∞");
  EXPECT_EQ(evaluate(tape.explain(y, 0, 0)), -inf);
  tape.backward(y, 0, 0);
  expect_same(tape.grad(x), {{0, 0, 0}});
}

TEST_F(CrossEntropyLimits, ACertainWrongAnswerCostsInfinitely) {
  const auto loss = [](Tape& tape, Var x) { return cross_entropy(tape, x, {1}); };
  expect_same(value_of(loss, {{inf, 0}}), {{inf}});
  expect_same(value_of(loss, {{-inf, -inf}}), {{inf}});
  expect_same(value_of(loss, {{0, inf}}), {{0}});
  expect_same(gradient_of(loss, {{inf, 0}}), {{0, 0}});
  expect_same(value_of(loss, {{800, 0}}), {{800}});
}

// A query exactly at a station: distance 0, score ∞, weight 1, and gradients that are 0, not nan.
TEST_F(WeatherStationLimits, AtAStationItsWeightIsOneAndNothingIsNan) {
  for (Record weigh : {Record{share}, Record{softmax}}) {
    Tape tape;
    const Var query = tape.input(Mat{{1, 2}});
    const Var stations = tape.input(Mat{{0, 0}, {1, 2}, {4, 4}});
    const Var weights = weigh(tape, reciprocal(tape, distance(tape, query, stations)));
    expect_same(tape.value(weights), {{0, 1, 0}});
    tape.backward(weights, 0, 1);
    expect_same(tape.grad(query), {{0, 0}});
    expect_same(tape.grad(stations), Mat(3, 2));
  }
}

TEST_F(CellwiseLimits, KinksPolesAndInfinities) {
  expect_same(value_of(reciprocal, {{0, -0.0, inf, -inf}}), {{inf, inf, 0, 0}});
  expect_same(gradient_of(reciprocal, {{0}}), {{0}});
  expect_same(value_of(log, {{0, inf, 1}}), {{-inf, inf, 0}});
  expect_same(gradient_of(log, {{0}}), {{0}});
  expect_same(value_of(relu, {{0, -inf, inf, nan}}), {{0, 0, inf, nan}});
  expect_same(gradient_of(relu, {{0}}), {{0}});
  expect_same(value_of(gelu, {{-inf, inf, nan}}), {{0, inf, nan}});
  expect_same(gradient_of(gelu, {{-inf}}), {{0}});
  expect_same(gradient_of(gelu, {{inf}}), {{1}});
  expect_same(value_of(gelu_tanh, {{-inf, inf, nan}}), {{0, inf, nan}});
  for (const double large : {inf, 1e30}) {
    expect_same(gradient_of(gelu_tanh, Mat(1, 1, static_cast<Real>(-large))), {{0}});
    expect_same(gradient_of(gelu_tanh, Mat(1, 1, static_cast<Real>(large))), {{1}});
  }
  expect_same(value_of(sigmoid, {{-inf, inf, -1000}}), {{0, 1, 0}});
  expect_same(value_of(tanh, {{-inf, inf}}), {{-1, 1}});
}

TEST_F(CellwiseLimits, OfTwoEqualNumbersTheFirstGoesOn) {
  expect_same(value_of(maxout, {{1, 1, inf, -inf, nan, 2, 2, nan}}), {{1, inf, nan, nan}});
  expect_same(gradient_of(maxout, {{1, 1, 5, 6}}), {{1, 0, 0, 0}});
  expect_same(gradient_of(maxout, {{nan, 1}}), {{1, 0}});
}

// Of three words the first is what a no at the root leads to; node 0 parts the others.
TEST_F(SoftmaxLimits, ACertainDecisionLeavesTheWordsOfTheOtherSideNothing) {
  const double half = std::log(0.5);
  expect_same(value_of(tree_log_softmax, {{0, inf}}), {{-inf, half, half}});
  expect_same(value_of(tree_log_softmax, {{0, -inf}}), {{0, -inf, -inf}});
  expect_same(gradient_of(tree_log_softmax, {{0, inf}}), {{0, -1}});
  expect_same(value_of(tree_log_softmax, {{nan, 0}}), {{half, nan, nan}});
  expect_same(value_of(tree_log_softmax, {{1000, 0}}), {{half, half - 1000, half}});
}

TEST_F(LengthLimits, ZeroRowsAndZeroDistances) {
  expect_same(value_of(unit_rows, {{0, 0}, {3, 4}}), {{0, 0}, {0.6, 0.8}});
  expect_same(gradient_of(unit_rows, {{0, 0}}), {{0, 0}});
  const auto to_itself = [](Tape& tape, Var x) { return distance(tape, x, x); };
  expect_same(value_of(to_itself, {{3, 4}}), {{0}});
  expect_same(gradient_of(to_itself, {{3, 4}}), {{0, 0}});
}

TEST_F(LayerNormLimits, EqualCellsGiveBeta) {
  Tape tape;
  const Var y = layer_norm(tape, tape.input(Mat{{7, 7, 7}}), tape.input(Mat{{1, 2, 3}}),
                           tape.input(Mat{{4, 5, 6}}));
  expect_same(tape.value(y), {{4, 5, 6}});
}

template <class Body>
std::string error_of(const Body& body) {
  try {
    body();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

// 64 tokens of one sentence, two heads of four columns; `at` is which of q, k, v and the gradient
// of the result has a bad cell, in row 20.
struct Attended {
  Mat value, dq, dk, dv;
};

Attended attend_causally(int at, double bad) {
  std::vector<Mat> all;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) all.push_back(normal({64, 8}, 1, seed));
  all[static_cast<std::size_t>(at)](20, 1) = static_cast<Real>(bad);
  Tape tape;
  const Var q = tape.input(all[0]), k = tape.input(all[1]), v = tape.input(all[2]);
  const Var y = packed_attention(tape, q, k, v, 2, {0, 64, 0, 64}, true);
  tape.backward(sum(tape, multiply(tape, y, tape.input(all[3]))));
  EXPECT_EQ(tape.device_failure(), "");
  return {tape.value(y), tape.grad(q), tape.grad(k), tape.grad(v)};
}

// Rows with a cell that is no finite number: from which on, and up to which.
void expect_bad_rows(const Mat& mat, int first, int last,
                     std::source_location where = std::source_location::current()) {
  for (int row = 0; row < mat.rows(); ++row) {
    const bool finite = std::ranges::all_of(mat.row(row), [](Real x) { return std::isfinite(x); });
    EXPECT_EQ(finite, row < first || row > last) << "row " << row << ", line " << where.line();
    for (const Real x : mat.row(row).subspan(4)) EXPECT_TRUE(std::isfinite(x));  // the other head
  }
}

constexpr int none = 64;

TEST_F(CausalAttentionLimits, WhatAQueryDoesNotSeeCannotSpoilIt) {
  const Attended key = attend_causally(1, nan);  // ∞ may get a weight of 0
  expect_bad_rows(key.value, 20, none);
  expect_bad_rows(key.dq, 20, none);
  expect_bad_rows(key.dk, 0, none);
  expect_bad_rows(key.dv, 0, none);
  for (const double bad : {nan, inf}) {
    const Attended query = attend_causally(0, bad);
    expect_bad_rows(query.value, 20, 20);
    expect_bad_rows(query.dq, 20, 20);
    expect_bad_rows(query.dk, 0, 20);
    expect_bad_rows(query.dv, 0, 20);
    const Attended value = attend_causally(2, bad);
    expect_bad_rows(value.value, 20, none);
    expect_bad_rows(value.dq, 20, none);
    expect_bad_rows(value.dk, 0, none);
    expect_bad_rows(value.dv, none, none);
    const Attended slope = attend_causally(3, bad);
    expect_bad_rows(slope.value, none, none);
    expect_bad_rows(slope.dq, 20, 20);
    expect_bad_rows(slope.dk, 0, 20);
    expect_bad_rows(slope.dv, 0, 20);
  }
}

TEST_F(OpErrors, NameThePlaceThatDoesNotExist) {
  Tape tape;
  const Var x = tape.name(tape.input(Mat(2, 3)), {.name = "x"});
  EXPECT_EQ(error_of([&] {
              gather(tape, x, {0, 2});
            }),
            "gather: x is 2 × 3: it has no row 2; rows count from 0");
  EXPECT_EQ(error_of([&] { slice_cols(tape, x, 1, 3); }),
            "slice_cols: x is 2 × 3: 3 columns from number 1 on were asked for, counted from 0; "
            "they are not all there");
  EXPECT_EQ(error_of([&] { slice_rows(tape, x, -1, 1); }),
            "slice_rows: x is 2 × 3: 1 rows from number −1 on were asked for, counted from 0; "
            "they are not all there");
  EXPECT_EQ(error_of([&] {
              cross_entropy(tape, x, {0, 3});
            }),
            "cross_entropy: x is 2 × 3: there is no column 3 for a target; columns count from 0");
  EXPECT_EQ(error_of([&] { dropout(tape, x, 1, 1); }),
            "dropout: the probability to drop a cell is 1; it must be at least 0 and less than 1");
  EXPECT_EQ(error_of([&] { concat_cols(tape, {}); }), "concat_cols: at least one part is needed");
  EXPECT_EQ(error_of([&] {
              concat_rows(tape, {x, x, x, slice_cols(tape, x, 0, 1)});
            }),
            "concat_rows: x is 2 × 3, x is 2 × 3, x is 2 × 3, number 4 is 2 × 1: all parts must "
            "have the same number of columns");
  const Var row = slice_rows(tape, x, 0, 1);
  EXPECT_EQ(error_of([&] { layer_norm(tape, x, row, row, 0); }),
            "layer_norm: epsilon is 0; it must be greater than 0, or a row of equal cells would be "
            "divided by 0");
  EXPECT_EQ(error_of([&] { rms_norm(tape, x, row, 0); }),
            "rms_norm: epsilon is 0; it must be greater than 0, or a row of zeros would be divided "
            "by 0");
  EXPECT_EQ(error_of([&] {
              rotate_pairs(tape, slice_cols(tape, x, 0, 2), slice_cols(tape, x, 0, 1), 2);
            }),
            "rotate_pairs: the first is 2 × 2, the second is 2 × 1: pairs 2 columns apart do not "
            "fill the rows");
  EXPECT_EQ(tape.size(), 5);
}

TEST(Threads, LargeOpsAreTheSameForAnyNumber) {
  const auto all = [] {
    Tape tape;
    const Var x = tape.input(normal({150, 300}, 1, 1));
    const Var row = tape.input(normal({1, 300}, 1, 2));
    Var y = layer_norm(tape, x, row, row);
    y = softmax(tape, dropout(tape, gelu(tape, y), 0.1, 3));
    y = distance(tape, unit_rows(tape, y), share(tape, exp(tape, x)));
    tape.backward(cross_entropy(tape, y, std::vector<int>(150, 4)));
    return std::pair{tape.grad(x), tape.grad(row)};
  };
  std::pair<Mat, Mat> one, three;
  with_threads(1, [&] { one = all(); });
  with_threads(3, [&] { three = all(); });
  EXPECT_EQ(one, three);
}

// Only 0 hides: a mask may hold any other number.
TEST(OpLimits, WhatIsNotZeroInAMaskIsVisible) {
  Tape tape;
  const Var y = mask(tape, tape.input(Mat{{1, 2, 3}}), tape.input(Mat{{-1, 0, Real(0.5)}}));
  EXPECT_EQ(tape.value(y)(0, 0), 1);
  EXPECT_EQ(tape.value(y)(0, 1), -std::numeric_limits<Real>::infinity());
  EXPECT_EQ(tape.value(y)(0, 2), 3);
}

}  // namespace
}  // namespace glassformer
