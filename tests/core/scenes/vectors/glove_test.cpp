#include <gtest/gtest.h>

#include <cmath>

#include "core/embed/count_based/glove_step.h"
#include "core/scenes/records/glove.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs counted(double turns = 0, bool biases = true) {
  Inputs inputs;
  inputs.scene = "glove";
  inputs.tokens[0] = {"paris", "rome"};
  inputs.tokens[1] = {"france", "italy", "the"};
  inputs.given["counts"] = std::make_shared<Leaf>(Mat{{57, 0, 294}, {0, 60, 308}});
  inputs.options["turns"] = turns;
  if (!biases) inputs.options["biases"] = 0.0;
  return inputs;
}

TEST(Glove, WeighsAsTheTrainingDoes) {
  const RunPtr now = run(counted());
  const Mat &x = at(now, "examples.x"), &f = at(now, "examples.f");
  for (int i = 0; i < x.rows(); ++i)
    EXPECT_NEAR(f(i, 0), glove_weight(x(i, 0), 100, 0.75), 1e-6) << x(i, 0);
  EXPECT_NEAR(at(now, "weight.f")(0, 0), std::pow(0.57, 0.75), 1e-6);
  EXPECT_EQ(at(now, "weight.f")(0, 1), 0) << "they never met";
  EXPECT_EQ(at(now, "weight.f")(1, 2), 1);
}

TEST(Glove, WithThePower0AllThatMetWeighAlike) {
  Inputs inputs = counted(5);
  inputs.options["power"] = 0.0;
  const RunPtr now = run(inputs);
  EXPECT_EQ(at(now, "weight.f")(0, 0), 1);
  EXPECT_EQ(at(now, "weight.f")(0, 1), 0) << "they never met";
  EXPECT_TRUE(std::isfinite(at(now, "loss")(0, 0)));
  EXPECT_TRUE(std::isfinite(at(now, "descent")(0, 5)));
}

TEST(Glove, ACellsGradientsAreThoseOfItsLoss) {
  for (const bool biases : {true, false}) {
    const RunPtr now = run(counted(0, biases));
    Tape tape = now->tape;
    tape.backward(tape.find("cell.loss"));
    const Mat by_w = tape.grad(tape.find("w")), by_c = tape.grad(tape.find("c"));
    for (int k = 0; k < by_w.cols(); ++k) {
      EXPECT_NEAR(at(now, "cell.gradient.w")(0, k), by_w(0, k), 1e-6);
      EXPECT_NEAR(at(now, "cell.gradient.c")(0, k), by_c(0, k), 1e-6);
      EXPECT_EQ(by_w(1, k), 0);
    }
    if (biases) {
      EXPECT_NEAR(at(now, "cell.pull")(0, 0), tape.grad(tape.find("b"))(0, 0), 1e-6);
    }
    EXPECT_LT(at(now, "cell.after.loss")(0, 0), at(now, "cell.loss")(0, 0));
  }
}

// A turn of the descent is a step against the gradient of the loss that the tape has.
TEST(Glove, ATurnOfTheDescentIsAStepOfTheTape) {
  for (const bool biases : {true, false}) {
    const RunPtr before = run(counted(3, biases)), after = run(counted(4, biases));
    Tape tape = before->tape;
    tape.backward(before->loss);
    std::vector<std::string> parts{"w", "c"};
    if (biases) parts.insert(parts.end(), {"b", "bc"});
    for (const std::string& part : parts) {
      const Mat &from = at(before, part), &to = at(after, part);
      const Mat& by = tape.grad(tape.find(part));
      for (int i = 0; i < from.rows(); ++i) {
        for (int k = 0; k < from.cols(); ++k)
          EXPECT_NEAR(to(i, k), from(i, k) - 0.05 * by(i, k), 1e-5) << part << i << k;
      }
    }
    const Mat& losses = at(after, "descent");
    ASSERT_EQ(losses.rows(), 5);
    EXPECT_NEAR(losses(3, 0), at(before, "loss")(0, 0), 1e-4);
    EXPECT_NEAR(losses(4, 0), at(after, "loss")(0, 0), 1e-4);
  }
}

TEST(Glove, LearnsTheLogarithms) {
  const RunPtr now = run(counted(1000));
  EXPECT_LT(at(now, "loss")(0, 0), 0.01);
  EXPECT_NEAR(at(now, "fit")(0, 0), std::log(57.0), 0.1);
}

TEST(Glove, TheRatiosAreThosePrinted) {
  const RunPtr now = run(counted());
  const std::vector<double> printed{8.9, 0.085, 1.36, 0.96};
  for (int k = 0; k < 4; ++k) {
    const double ratio = at(now, "probe.ratio")(0, k);
    EXPECT_NEAR(ratio / printed[static_cast<std::size_t>(k)], 1, 0.04) << k;
    EXPECT_NEAR(at(now, "probe.difference")(0, k), std::log(ratio), 1e-5);
  }
}

TEST(Glove, CountsATypedText) {
  Inputs inputs = counted();
  inputs.text[0] = "A dog barks. A dog runs.";
  const RunPtr now = run(inputs);
  EXPECT_EQ(at(now, "counts").shape(), (Shape{4, 4}));
  EXPECT_EQ(at(now, "counts")(0, 0), 2) << "a and dog: contexts stand as they are met";
  EXPECT_EQ(now->notes.size(), 1U) << "the vectors are random; nobody asked for the lesson's words";
  EXPECT_EQ(at(now, "cell.x")(0, 0), 2) << "the largest count in place of the lesson's";
  inputs.options["word"] = std::string("cat");
  EXPECT_EQ(run(inputs)->notes.size(), 2U) << "somebody asked for a cat";
  EXPECT_NE(now->notes[0].find("are random (seed"), std::string::npos) << now->notes[0];
  inputs.options["turns"] = 3.0;
  const std::string trained = run(inputs)->notes.back();
  EXPECT_NE(trained.find("were random (seed"), std::string::npos) << trained;
  EXPECT_NE(trained.find("before the first of 3 turns."), std::string::npos) << trained;
}

TEST(Glove, SharesAreTakenInPlaceOfCounts) {
  Inputs inputs = counted();
  inputs.options["of"] = std::string("shares");
  const RunPtr now = run(inputs);
  EXPECT_NEAR(at(now, "log")(0, 0), std::log(57.0 / 351), 1e-6);
}

TEST(Glove, SaysWhatItCannotCount) {
  Inputs inputs = counted();
  inputs.edits["counts"] = {{0, 0, -1}};
  EXPECT_THROW(run(inputs), UserError);
  inputs = counted();
  inputs.given.clear();
  EXPECT_THROW(run(inputs), UserError);
  inputs.text[0] = "dog.";
  EXPECT_THROW(run(inputs), UserError);
}

}  // namespace
}  // namespace glassformer
