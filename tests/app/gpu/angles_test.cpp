// Sines and cosines of angles of any size, held to std::sin in double of the same float.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "core/grad/ops.h"
#include "core/tensor/rng.h"
#include "tests/app/gpu/backend.h"

namespace glassformer {
namespace {

// Roundings of a float: in the angle that is left, in the series, in their sum.
constexpr double tolerance = 2.5e-7;

// Of every power of two, and close to a multiple of π/2, where all that is left are the digits far
// behind the point.
std::vector<float> angles() {
  std::vector<float> list{0, 0.75F, 1e6F, -1e6F, 1e9F, 1e12F, 3e38F, -3e38F};
  list.push_back(std::ldexp(16'367'173.0F, 72));  // the closest of all floats
  Rng rng(3);
  for (int power = -20; power < 128; ++power) {
    for (int i = 0; i < 20; ++i) {
      const double x = std::ldexp(1 + rng.uniform(), power);
      list.push_back(static_cast<float>(i % 2 == 0 ? x : -x));
    }
  }
  for (int k = 1; k < 2000; k += 7) {
    list.push_back(static_cast<float>(k * 97.0 * std::numbers::pi / 2));
  }
  return list;
}

TEST(GpuAngles, OfAnySizeHaveTheirSinesAndCosines) {
  const std::vector<float> list = angles();
  Mat x(static_cast<int>(list.size()), 2);
  for (int i = 0; i < x.rows(); ++i) x(i, 0) = x(i, 1) = list[static_cast<std::size_t>(i)];
  const OnBackend on(testing_gpu::backend());
  Tape tape;
  const Var y = sinusoid(tape, tape.input(x));
  const Mat& value = tape.value(y);
  ASSERT_EQ(tape.device_failure(), "");
  for (int i = 0; i < x.rows(); ++i) {
    const double angle = x(i, 0);
    EXPECT_NEAR(value(i, 0), std::sin(angle), tolerance) << "sin " << angle;
    EXPECT_NEAR(value(i, 1), std::cos(angle), tolerance) << "cos " << angle;
  }
}

TEST(GpuAngles, TurnPairsHoweverFar) {
  const Mat x{{3, -2, 1, 4}, {0.5, 2, -1, 3}}, angle{{1e6, -1e9}, {1e12, 3e38}};
  const auto turned = [&](std::shared_ptr<Backend> backend) {
    const OnBackend on(std::move(backend));
    Tape tape;
    const Var y = rotate_pairs(tape, tape.input(x), tape.input(angle));
    return tape.value(y);
  };
  EXPECT_LE(largest_difference(turned(nullptr), turned(testing_gpu::backend())), 5 * tolerance);
}

// Of one head for all, and of one row for all, whichever columns make a pair: values and gradients.
TEST(GpuAngles, OfOneHeadServeAll) {
  const Mat x = normal({70, 24}, 1, 1), dy = normal({70, 24}, 1, 2);
  for (const int apart : {1, 2, 4}) {
    for (const auto& [rows, pairs] : {std::pair{1, 4}, {70, 4}, {1, 12}}) {
      const Mat angle = normal({rows, pairs}, 2, 3);
      const auto made = [&](std::shared_ptr<Backend> backend) {
        const OnBackend on(std::move(backend));
        Tape tape;
        const Var in = tape.input(x), of = tape.input(angle);
        const Var y = rotate_pairs(tape, in, of, apart);
        tape.backward(sum(tape, multiply(tape, y, tape.input(dy))));
        return std::vector<Mat>{tape.value(y), std::as_const(tape).grad(in),
                                std::as_const(tape).grad(of)};
      };
      const std::vector<Mat> wanted = made(nullptr), of_card = made(testing_gpu::backend());
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_LE(largest_difference(wanted[i], of_card[i]), i < 2 ? 5e-6 : 5e-5)
            << i << ", " << apart << " apart, " << rows << " rows, " << pairs << " pairs";
      }
    }
  }
}

TEST(GpuAngles, ThatAreNoNumbersHaveNone) {
  const OnBackend on(testing_gpu::backend());
  Tape tape;
  const Var y = sinusoid(tape, tape.input(Mat{{INFINITY, -INFINITY, NAN, NAN}}));
  for (const Real cell : tape.value(y).cells()) EXPECT_TRUE(std::isnan(cell));
}

}  // namespace
}  // namespace glassformer
