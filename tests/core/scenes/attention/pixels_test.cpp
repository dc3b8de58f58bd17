#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "core/lesson/lesson.h"
#include "core/scenes/records/pixels.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

// 3 × 4 pixels, some dark, some bright.
Inputs image(double brightness, double position) {
  Inputs inputs;
  inputs.scene = "pixels";
  inputs.given["image"] =
      std::make_shared<const Leaf>(Mat{{-1, 1, 0.5, -0.5}, {1, 1, -1, 0}, {0.25, -1, -1, 1}});
  inputs.options["brightness"] = brightness;
  inputs.options["position"] = position;
  return inputs;
}

TEST(Pixels, WithoutStrengthEveryPixelBecomesTheMean) {
  const RunPtr made = run(image(0, 0));
  const Mat& output = made->tape.value(made->records.get<PixelsRecord>().output);
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(output(i, 0), 0.25 / 12, 1e-6);
}

TEST(Pixels, WeightsAreTheDefinition) {
  const double strength = 3, near = 7;
  const RunPtr made = run(image(strength, near));
  const auto& record = made->records.get<PixelsRecord>();
  const Mat& b = made->tape.value(record.pixels);
  const Mat& weights = made->tape.value(record.weights);
  const int query = 5;
  double sum = 0;
  std::array<double, 12> expected{};
  for (int i = 0; i < 12; ++i) {
    const double rows = std::numbers::pi * (query / 4 - i / 4) / 3;
    const double cols = std::numbers::pi * (query % 4 - i % 4) / 4;
    const double score = (strength * static_cast<double>(b(query, 0)) * b(i, 0) +
                          near * (std::cos(rows) + std::cos(cols))) /
                         std::sqrt(5.0);
    expected.at(static_cast<std::size_t>(i)) = std::exp(score);
    sum += std::exp(score);
  }
  for (int i = 0; i < 12; ++i) {
    EXPECT_NEAR(weights(query, i), expected.at(static_cast<std::size_t>(i)) / sum, 1e-5) << i;
  }
}

TEST(Pixels, AnImageThatIsTooLargeIsRefused) {
  Inputs inputs = image(0, 0);
  inputs.given["image"] = std::make_shared<const Leaf>(Mat(33, 2));
  EXPECT_THROW(run(inputs), UserError);
}

}  // namespace
}  // namespace glassformer
