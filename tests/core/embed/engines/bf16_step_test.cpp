#include "core/embed/engines/bf16_step.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "core/kernels/width.h"

#include "tests/support/random_rows.h"

namespace glassformer {
namespace {

float cut_off(float x) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & 0xFFFF0000);
}

// The nearest bfloat16, to the even one from halfway.
float rounded(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000);
}

// The step as loops, with the same bits left out. Returns the loss.
double twin_step(RowsBuilder& inputs, RowsBuilder& outputs, std::size_t first, std::size_t last,
                 const std::vector<float>& labels, std::size_t slow, float alpha) {
  const RowsBuilder &x = inputs, &o = outputs;  // as they are until all is summed up
  std::vector<std::vector<double>> moved_x(x.count()), moved_o(o.count());
  for (std::size_t i = 0; i < x.count(); ++i) moved_x[i].assign(x[i].begin(), x[i].end());
  for (std::size_t j = 0; j < o.count(); ++j) moved_o[j].assign(o[j].begin(), o[j].end());
  double loss = 0;
  for (std::size_t i = 0; i < x.count(); ++i) {
    for (std::size_t j = first; j < last; ++j) {
      double score = 0;
      for (std::size_t k = 0; k < x.dim(); ++k)
        score += double{cut_off(x[i][k])} * cut_off(o[j][k]);
      const double sigmoid = 1 / (1 + std::exp(-score));
      loss -= std::log(labels[j] > 0 ? sigmoid : 1 - sigmoid);
      const auto step = static_cast<float>(alpha * (labels[j] - sigmoid));
      const float share = j < slow ? slow_share : 1;
      for (std::size_t k = 0; k < x.dim(); ++k) {
        moved_x[i][k] += double{rounded(step)} * cut_off(o[j][k]);
        moved_o[j][k] += double{cut_off(step * share)} * cut_off(x[i][k]);
      }
    }
  }
  for (std::size_t i = 0; i < x.count(); ++i) {
    for (std::size_t k = 0; k < x.dim(); ++k) inputs[i][k] = static_cast<float>(moved_x[i][k]);
  }
  for (std::size_t j = first; j < last; ++j) {
    for (std::size_t k = 0; k < x.dim(); ++k) outputs[j][k] = static_cast<float>(moved_o[j][k]);
  }
  return loss;
}

// A step of 0.05 just above or below what is cut off is 2⁻¹² off, and the steps after it see that;
// a move that is missing is off by a hundred times as much.
void expect_near(const RowsBuilder& a, const RowsBuilder& b, const std::string& what) {
  for (std::size_t k = 0; k < a.count() * a.stride(); ++k) {
    ASSERT_NEAR(a.data()[k], b.data()[k], 2e-3)
        << what << " row " << k / a.stride() << " column " << k % a.stride();
  }
}

class Bf16StepTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_bf16_products()) GTEST_SKIP() << "no products of bfloat16 here";
  }
};

// Odd and even numbers of vectors in a row, of inputs and of outputs; more than sixteen outputs.
TEST_F(Bf16StepTest, MovesRowsAsTheLoopsDo) {
  for (const std::size_t dim : {1, 16, 20, 48, 100}) {
    Bf16Step quick(static_cast<int>(dim));
    for (const std::size_t n : {2, 3, 4, 7}) {
      for (std::size_t m = 1; m <= 35; ++m) {
        const std::string what =
            std::to_string(dim) + " columns, " + std::to_string(n) + " × " + std::to_string(m);
        RowsBuilder inputs = random_rows(n, dim, 1), outputs = random_rows(m, dim, 2);
        RowsBuilder twin_inputs = random_rows(n, dim, 1), twin_outputs = random_rows(m, dim, 2);
        std::vector<float> labels(m, 0);
        labels[m / 2] = 1;
        const std::size_t slow = m / 3, steps = (m + 15) / 16;
        double expected = 0;
        for (std::size_t s = 0; s < steps; ++s) {
          expected += twin_step(twin_inputs, twin_outputs, s * m / steps, (s + 1) * m / steps,
                                labels, slow, 0.1F);
        }
        const auto i = row_pointers(inputs), o = row_pointers(outputs);
        const double loss = quick.logistic({i, o, labels, slow, o}, 0.1F, true);
        EXPECT_NEAR(loss, expected, 1e-3 * expected) << what;
        expect_near(inputs, twin_inputs, what + ", inputs");
        expect_near(outputs, twin_outputs, what + ", outputs");
      }
    }
  }
}

TEST_F(Bf16StepTest, StaysFiniteFarFromZero) {
  RowsBuilder inputs(2, 16), outputs(2, 16);
  inputs[0][0] = inputs[1][0] = 1024;
  outputs[0][0] = 1024;
  outputs[1][0] = -1024;
  const auto i = row_pointers(inputs), o = row_pointers(outputs);
  const std::vector<float> labels{0, 1};
  EXPECT_NEAR(Bf16Step(16).logistic({i, o, labels}, 0.5F, true), 4.0 * 1024 * 1024, 10);
  EXPECT_EQ(outputs[0][0], 0);
  EXPECT_EQ(outputs[1][0], 0);
}

// A third row takes the place of the missing one; what it holds must not stay.
TEST_F(Bf16StepTest, RowsThatAreNoNumbersSpoilNoLaterStep) {
  Bf16Step quick(16);
  RowsBuilder inputs = random_rows(3, 16, 1), outputs = random_rows(2, 16, 2);
  const std::vector<float> labels{0, 1};
  RowsBuilder broken = random_rows(2, 16, 2);
  broken[0][3] = std::numeric_limits<float>::infinity();
  RowsBuilder scratch = random_rows(3, 16, 1);
  const auto si = row_pointers(scratch), b = row_pointers(broken);
  quick.logistic({si, b, labels}, 0.1F, false);
  const auto i = row_pointers(inputs), o = row_pointers(outputs);
  quick.logistic({i, o, labels}, 0.1F, false);
  EXPECT_FALSE(any_not_finite(inputs));
  EXPECT_FALSE(any_not_finite(outputs));
}

TEST(Bf16Step, TakesNoTwinsInAPair) {
  float a = 0, b = 0, c = 0;
  EXPECT_TRUE(Bf16Step::can_take(std::vector<float*>{&a, &b, &c}));
  EXPECT_TRUE(Bf16Step::can_take(std::vector<float*>{&a, &b, &b, &a}));
  EXPECT_FALSE(Bf16Step::can_take(std::vector<float*>{&a, &b, &c, &c}));
  EXPECT_FALSE(Bf16Step::can_take(std::vector<float*>{&a}));
}

}  // namespace
}  // namespace glassformer
