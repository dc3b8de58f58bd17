#include <gtest/gtest.h>

#include "core/scenes/scene.h"

namespace glassformer {
namespace {

// Under the root stands the width of the keys while d_k is 0.
double width_of_keys(const char* given, Mat matrix) {
  Inputs inputs;
  inputs.scene = "attention";
  inputs.given[given] = std::make_shared<Leaf>(std::move(matrix));
  const RunPtr made = run(inputs);
  for (const OptionSpec& option : find_scene("attention")->options) {
    if (option.name == "d_k") return option.zero_means(*made);
  }
  return -1;
}

TEST(DkOption, ZeroMeansTheWidthOfTheKeysWhereThereAreKeys) {
  EXPECT_EQ(width_of_keys("x", Mat(3, 6, 1)), 6);
  EXPECT_EQ(width_of_keys("scores", Mat(2, 5, 1)), 0) << "scores that are given had no keys";
}

}  // namespace
}  // namespace glassformer
