// The chain of ops that attention is, against the printed and the recomputed figures of the
// lectures.
#include <gtest/gtest.h>

#include "core/grad/ops.h"

namespace glassformer {
namespace {

void expect_near(const Mat& got, const Mat& want, double tolerance) {
  ASSERT_EQ(got.shape(), want.shape());
  EXPECT_LE(largest_difference(got, want), tolerance);
}

TEST(AttentionByHand, SelfAttentionOfThreeTokens) {
  Tape tape;
  const Var x = tape.input(Mat{{1, 0, 1, 0}, {0, 2, 0, 2}, {1, 1, 1, 1}});
  const Var wk = tape.input(Mat{{0, 0, 1}, {1, 1, 0}, {0, 1, 0}, {1, 1, 0}});
  const Var wq = tape.input(Mat{{1, 0, 1}, {1, 0, 0}, {0, 0, 1}, {0, 1, 1}});
  const Var wv = tape.input(Mat{{0, 2, 0}, {0, 3, 0}, {1, 0, 3}, {1, 1, 0}});
  const Var k = matmul(tape, x, wk), q = matmul(tape, x, wq), v = matmul(tape, x, wv);
  EXPECT_EQ(tape.value(k), (Mat{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}}));
  EXPECT_EQ(tape.value(v), (Mat{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}}));
  EXPECT_EQ(tape.value(q), (Mat{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}}));
  const Var scores = matmul_nt(tape, q, k);
  EXPECT_EQ(tape.value(scores), (Mat{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}}));
  const Var weights = softmax(tape, scores);
  expect_near(tape.value(weights),
              {{0.0634, 0.4683, 0.4683}, {0, 0.9820, 0.0180}, {0.0003, 0.8805, 0.1192}}, 5e-5);
  expect_near(tape.value(matmul(tape, weights, v)),
              {{1.9366, 6.6831, 1.5951}, {2.0000, 7.9640, 0.0540}, {1.9997, 7.7599, 0.3584}}, 5e-5);
}

TEST(AttentionByHand, ThinkingMachinesWithAndWithoutTheScale) {
  Tape tape;
  const Var scores = tape.input(Mat{{112, 96}});
  const Var scaled = scale(tape, scores, 0.125);
  EXPECT_EQ(tape.value(scaled), (Mat{{14, 12}}));
  const double e = 0.1353352832366127;  // e^−2
  expect_near(tape.value(softmax(tape, scaled)), {{1 / (1 + e), e / (1 + e)}}, 1e-7);
  expect_near(tape.value(softmax(tape, scores)), {{0.99999989, 0.00000011}}, 1e-8);
}

TEST(AttentionByHand, MaskedScoresAsPrintedAndWithTheMissingFactor) {
  Tape tape;
  const Var scores = tape.input(
      Mat{{.11, .00, .81, .79}, {.19, .50, .30, .48}, {.53, .98, .95, .14}, {.81, .86, .38, .90}});
  const Var causal = tape.input(Mat{{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}});
  const Var plain = softmax(tape, mask(tape, scores, causal));
  expect_near(tape.value(plain),
              {{1, 0, 0, 0}, {.42, .58, 0, 0}, {.24, .38, .37, 0}, {.26, .28, .17, .29}}, 5e-3);
  const Var quarter = softmax(tape, mask(tape, scale(tape, scores, 0.25), causal));
  expect_near(tape.value(quarter),
              {{1, 0, 0, 0}, {.48, .52, 0, 0}, {.31, .35, .34, 0}, {.25, .26, .23, .26}}, 5e-3);
}

}  // namespace
}  // namespace glassformer
