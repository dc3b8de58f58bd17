#include <gtest/gtest.h>

#include <cmath>

#include "core/scenes/records/whole_text.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs text(const std::string& words, double turns = 0, double window = 1) {
  Inputs inputs;
  inputs.scene = "whole-text";
  inputs.text[0] = words;
  inputs.options["turns"] = turns;
  inputs.options["window"] = window;
  return inputs;
}

TEST(WholeText, PairsAreThoseOfTheWindow) {
  const RunPtr now = run(text("a b a c"));
  const auto& label = now->tape.node(now->tape.find("pair.p")).label;
  EXPECT_EQ(label.rows.labels.words(),
            (std::vector<std::string>{"a → b", "b → a", "b → a", "a → b", "a → c", "c → a"}));
  const Mat &p = at(now, "p"), &pair = at(now, "pair.p");
  EXPECT_EQ(pair(0, 0), p(0, 1));
  EXPECT_EQ(pair(4, 0), p(0, 2));
}

TEST(WholeText, ProductSumAndMeanSayTheSame) {
  const RunPtr now = run(text("the quick brown fox jumps", 0, 2));
  const Mat& pair = at(now, "pair.p");
  double product = 1, sum = 0;
  for (int i = 0; i < pair.rows(); ++i) {
    product *= pair(i, 0);
    sum += std::log(static_cast<double>(pair(i, 0)));
  }
  EXPECT_NEAR(at(now, "running.product")(4, 0) / product, 1, 1e-4);
  EXPECT_NEAR(at(now, "running.sum")(4, 0), sum, 1e-4);
  EXPECT_NEAR(at(now, "loss")(0, 0), -sum / 5, 1e-5);
}

TEST(WholeText, ATurnIsAStepAgainstTheGradientOfTheTape) {
  const RunPtr before = run(text("a b a c b", 3)), after = run(text("a b a c b", 4));
  Tape tape = before->tape;
  tape.backward(before->loss);
  for (const char* part : {"v", "u"}) {
    const Mat &from = at(before, part), &to = at(after, part);
    const Mat& by = tape.grad(tape.find(part));
    for (int i = 0; i < from.rows(); ++i) {
      for (int k = 0; k < from.cols(); ++k)
        EXPECT_NEAR(to(i, k), from(i, k) - by(i, k), 1e-5) << part << i << k;
    }
  }
  EXPECT_NEAR(at(after, "descent")(3, 0), at(before, "loss")(0, 0), 1e-5);
  EXPECT_NEAR(at(after, "descent")(4, 0), at(after, "loss")(0, 0), 1e-5);
}

TEST(WholeText, TheTextBecomesMoreLikely) {
  const RunPtr before = run(text("a b c d e f", 0)), after = run(text("a b c d e f", 100));
  EXPECT_LT(at(after, "loss")(0, 0), at(before, "loss")(0, 0));
  EXPECT_GT(at(after, "running.product")(5, 0), at(before, "running.product")(5, 0));
}

TEST(WholeText, NeedsTwoWords) {
  EXPECT_THROW(run(text("")), UserError);
  EXPECT_THROW(run(text("one")), UserError);
}

}  // namespace
}  // namespace glassformer
