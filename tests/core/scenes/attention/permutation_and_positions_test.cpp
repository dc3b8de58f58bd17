#include <gtest/gtest.h>

#include "core/scenes/scene.h"

// P4: without positions the outputs are shuffled alike, with either kind they are not, and only a
// function goes on behind the end of the table.
namespace glassformer {
namespace {

RunPtr shuffled(const std::string& text, std::vector<int> order = {}) {
  Inputs inputs;
  inputs.scene = "permutation-and-positions";
  inputs.text[0] = text;
  inputs.order = std::move(order);
  return run(inputs);
}

double largest(const RunPtr& made, std::string_view path) {
  const Mat& m = made->tape.value(made->tape.find(path));
  return largest_difference(m, Mat(m.shape()));
}

TEST(PermutationAndPositions, OnlyPositionsTellTheOrder) {
  for (const auto& order : {std::vector<int>{2, 0, 1, 3}, std::vector<int>{3, 2, 1, 0}}) {
    const RunPtr made = shuffled("the dog bites men", order);
    EXPECT_LT(largest(made, "none.difference"), 1e-6);
    EXPECT_GT(largest(made, "encoding.difference"), 1e-2);
    EXPECT_GT(largest(made, "embedding.difference"), 1e-2);
  }
  // The order that stands is no shuffling at all.
  const RunPtr same = shuffled("the dog bites men", {0, 1, 2, 3});
  EXPECT_LT(largest(same, "encoding.difference"), 1e-6);
  EXPECT_LT(largest(same, "embedding.difference"), 1e-6);
}

TEST(PermutationAndPositions, ATableEnds) {
  const RunPtr made = shuffled("one two three four five six seven");
  EXPECT_TRUE(made->tape.find("encoding.difference"));
  EXPECT_FALSE(made->tape.find("embedding.difference"));
  ASSERT_FALSE(made->notes.empty());
  EXPECT_NE(made->notes[0].find("word 7 has none to look up"), std::string::npos);
}

}  // namespace
}  // namespace glassformer
