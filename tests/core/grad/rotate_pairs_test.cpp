#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/grad/ops.h"
#include "core/tensor/rng.h"

namespace glassformer {
namespace {

Mat beside(const Mat& m, int times) {
  Mat all(m.rows(), m.cols() * times);
  for (int r = 0; r < all.rows(); ++r) {
    for (int c = 0; c < all.cols(); ++c) all(r, c) = m(r, c % m.cols());
  }
  return all;
}

// Angles of one head turn every head, as if they stood there once for each; their gradient is the
// sum of these.
TEST(RotatePairs, AnglesOfOneHeadServeAll) {
  const Mat x = normal({5, 24}, 1, 1), dy = normal({5, 24}, 1, 2);
  for (const int apart : {1, 4}) {
    for (const int rows : {1, 5}) {
      const Mat angle = normal({rows, 4}, 2, 3);
      Tape few, many;
      const auto turned = [&](Tape& tape, const Mat& angles) {
        const Var in = tape.input(x), of = tape.input(angles);
        const Var y = rotate_pairs(tape, in, of, apart);
        tape.backward(sum(tape, multiply(tape, y, tape.input(dy))));
        return std::array{in, of, y};
      };
      const auto own = turned(few, angle), each = turned(many, beside(angle, 3));
      EXPECT_LT(largest_difference(few.value(own[2]), many.value(each[2])), 1e-6);
      EXPECT_LT(largest_difference(few.grad(own[0]), many.grad(each[0])), 1e-6);
      const Mat& gradients = many.grad(each[1]);
      for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < 4; ++c) {
          EXPECT_NEAR(few.grad(own[1])(r, c),
                      gradients(r, c) + gradients(r, c + 4) + gradients(r, c + 8), 1e-5);
        }
      }
    }
  }
}

// The scores of queries and keys that are turned depend on how far apart they stand, whichever
// columns make the pairs.
TEST(RotatePairs, OnlyTheDistanceIsSeen) {
  const Mat q = normal({1, 8}, 1, 1), k = normal({1, 8}, 1, 2);
  const Mat step = normal({1, 4}, 1, 3);
  for (const int apart : {1, 2, 4}) {
    const auto score = [&](int at_q, int at_k) {
      Tape tape;
      const auto turned = [&](const Mat& of, int times) {
        return rotate_pairs(tape, tape.input(of), scale(tape, tape.input(step), times), apart);
      };
      return tape.value(matmul_nt(tape, turned(q, at_q), turned(k, at_k)))(0, 0);
    };
    EXPECT_NEAR(score(2, 5), score(7, 10), 1e-5);
    EXPECT_GT(std::abs(score(2, 5) - score(2, 6)), 1e-3);
  }
}

}  // namespace
}  // namespace glassformer
