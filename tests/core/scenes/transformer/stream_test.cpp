#include "core/scenes/transformer/stream.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/scenes/scene.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

double length(const Mat& x, int row) {
  double sum = 0;
  for (double cell : x.row(row)) sum += cell * cell;
  return std::sqrt(sum);
}

TEST(Stream, HoldsTheLengthsOfTheSumsAndOfWhatWasAdded) {
  Inputs inputs;
  inputs.scene = "transformer";
  inputs.resources.set(slots::model,
                       std::make_shared<const Checkpoint>(testing::tiny_checkpoint()));
  inputs.text[0] = "the cat";
  const RunPtr run = glassformer::run(inputs);
  const Tape& tape = run->tape;
  for (const std::string side : {"encoder", "decoder"}) {
    const Mat& lengths = tape.value(tape.find(side + ".stream.length"));
    const Mat& added = tape.value(tape.find(side + ".stream.added"));
    ASSERT_EQ(lengths.cols(), added.cols() + 1) << side;
    const Var sum = tape.find(side + ".0.residual_2");
    for (int row = 0; row < lengths.rows(); ++row) {
      EXPECT_NEAR(lengths(row, 0), length(tape.value(tape.find(side + ".input")), row), 1e-4);
      EXPECT_NEAR(lengths(row, 2), length(tape.value(sum), row), 1e-4);
      EXPECT_NEAR(added(row, 1), length(tape.value(tape.node(sum).inputs[1]), row), 1e-4);
    }
  }
}

}  // namespace
}  // namespace glassformer
