#include "core/embed/engines/fused.h"

#include <gtest/gtest.h>

#include "core/embed/train/step.h"
#include "tests/support/random_rows.h"

namespace glassformer {
namespace {

struct Sides {
  RowsBuilder inputs, outputs;
};

void expect_near(RowsBuilder& a, RowsBuilder& b, const std::string& what) {
  for (std::size_t i = 0; i < a.count(); ++i) {
    for (std::size_t k = 0; k < a.stride(); ++k) {
      ASSERT_NEAR(a.data()[i * a.stride() + k], b.data()[i * a.stride() + k], 3e-5)
          << what << " row " << i << " column " << k;
    }
  }
}

// Every width, number of inputs and number of outputs that takes another way through the code.
TEST(FusedStep, MovesRowsAsTheLoopsDo) {
  for (const std::size_t dim : {1, 16, 20, 100}) {
    FusedStep fused(static_cast<int>(dim));
    for (const std::size_t n : {1, 2, 3, 4, 7}) {
      for (const std::size_t m : {1, 2, 3, 4, 5, 6, 7, 12, 19}) {
        for (const bool softmax : {false, true}) {
          Sides loops{random_rows(n, dim, 1), random_rows(m, dim, 2)};
          Sides quick{random_rows(n, dim, 1), random_rows(m, dim, 2)};
          std::vector<float> labels(m, 0);
          labels[m / 2] = 1;
          const int target = static_cast<int>(m / 2);
          const auto i = row_pointers(loops.inputs), o = row_pointers(loops.outputs);
          const auto qi = row_pointers(quick.inputs), qo = row_pointers(quick.outputs);
          const int d = static_cast<int>(dim);
          const double expected =
              softmax ? softmax_step(i, o, target, d, 0.1F) : logistic_step(i, o, labels, d, 0.1F);
          const double loss = softmax ? fused.softmax(qi, qo, target, 0.1F, true)
                                      : fused.logistic({qi, qo, labels}, 0.1F, true);
          const std::string what = std::to_string(dim) + " columns, " + std::to_string(n) + " × " +
                                   std::to_string(m) + (softmax ? " softmax" : " logistic");
          EXPECT_NEAR(loss, expected, 1e-4 * expected) << what;
          expect_near(loops.inputs, quick.inputs, what + ", inputs");
          expect_near(loops.outputs, quick.outputs, what + ", outputs");
        }
      }
    }
  }
}

// The slow ones in the first block, in two, in all.
TEST(FusedStep, SomeOutputsGoAShareOfTheWay) {
  for (const std::size_t slow : {0, 1, 7, 9, 19}) {
    RowsBuilder inputs = random_rows(4, 20, 1), outputs = random_rows(19, 20, 2);
    RowsBuilder whole_inputs = random_rows(4, 20, 1), whole = random_rows(19, 20, 2);
    const RowsBuilder before = random_rows(19, 20, 2);
    const std::vector<float> labels(19, 1);
    const auto i = row_pointers(inputs), o = row_pointers(outputs);
    const auto wi = row_pointers(whole_inputs), wo = row_pointers(whole);
    logistic_step(wi, wo, labels, 20, 0.1F);
    for (std::size_t j = 0; j < slow; ++j) {
      for (std::size_t k = 0; k < 20; ++k) {
        whole[j][k] = before[j][k] + slow_share * (whole[j][k] - before[j][k]);
      }
    }
    FusedStep(20).logistic({i, o, labels, slow}, 0.1F, false);
    expect_near(inputs, whole_inputs, "inputs");
    expect_near(outputs, whole, "outputs, slow " + std::to_string(slow));
  }
}

TEST(FusedStep, StaysFiniteFarFromZero) {
  RowsBuilder inputs(1, 16), outputs(2, 16);
  inputs[0][0] = 100;
  outputs[0][0] = 100;
  outputs[1][0] = -100;
  FusedStep fused(16);
  const auto i = row_pointers(inputs), o = row_pointers(outputs);
  const std::vector<float> labels{0, 1};
  EXPECT_NEAR(fused.logistic({i, o, labels}, 0.5F, true), 20000, 1);
  EXPECT_NEAR(outputs[0][0], 50, 1e-3);
  EXPECT_NEAR(outputs[1][0], -50, 1e-3);
}

}  // namespace
}  // namespace glassformer
