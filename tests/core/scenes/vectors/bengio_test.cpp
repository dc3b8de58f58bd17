#include <gtest/gtest.h>

#include <cmath>

#include "core/models/nplm.h"
#include "core/scenes/records/bengio.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs sentence(const std::string& text, double predict, bool direct = false) {
  Inputs inputs;
  inputs.scene = "bengio";
  inputs.text[0] = text;
  inputs.options["predict"] = predict;
  if (direct) inputs.options["direct"] = 1.0;
  return inputs;
}

void expect_near(const Mat& a, const Mat& b, double tolerance, const std::string& what) {
  ASSERT_EQ(a.shape(), b.shape()) << what;
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < a.cols(); ++j)
      EXPECT_NEAR(a(i, j), b(i, j), tolerance) << what << ' ' << i << ' ' << j;
  }
}

// The lesson's network is the one that `train vectors --model bengio` trains.
TEST(Bengio, IsTheModelThatIsTrained) {
  for (const bool direct : {false, true}) {
    const RunPtr now = run(sentence("a dog saw a cat", 4, direct));
    NplmConfig config;
    config.words = 4;
    config.dim = 3;
    config.contexts = 3;
    config.hidden = 4;
    config.direct = direct;
    Params params = make_nplm(config, 1);
    Tape tape;
    for (int i = 0; i < params.size(); ++i) {
      const std::string name = params.name(i);
      tape.input(at(now, name));
    }
    const Nplm made = nplm(tape, config, params, {0, 1, 2});
    expect_near(tape.value(nplm_logits(tape, params, made)), at(now, "scores"), 1e-5, "scores");
  }
}

// What the lesson writes out is minus what the tape works out by itself.
TEST(Bengio, PullsAreMinusTheGradient) {
  for (const bool direct : {false, true}) {
    const RunPtr now = run(sentence("a dog a cat", 4, direct));
    Tape tape = now->tape;
    tape.backward(now->loss);
    const double alpha = 0.4;
    for (const char* name : {"c", "h", "d", "u", "b", "w"}) {
      const Var weights = tape.find(name);
      if (!weights) continue;
      Mat expected = tape.grad(weights);
      for (Real& cell : expected.cells()) cell = static_cast<Real>(-alpha * cell);
      expect_near(at(now, std::string("step.") + name), expected, 1e-6, name);
    }
    const Var x = tape.find("x");
    Mat expected = tape.grad(x);
    for (Real& cell : expected.cells()) cell = -cell;
    expect_near(at(now, "pull.x"), expected, 1e-6, "x");
  }
}

TEST(Bengio, AWordThatWasReadTwiceTakesBothSteps) {
  const RunPtr now = run(sentence("a dog a cat", 4));
  const Mat &rows = at(now, "pull.rows"), &step = at(now, "step.c");
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(step(0, k), 0.4 * (rows(0, k) + rows(2, k)), 1e-6);
    EXPECT_EQ(step(2, k), 0) << "cat was not read";
  }
}

TEST(Bengio, BeforeTheSentenceStandsARowOfItsOwn) {
  const RunPtr now = run(sentence("a dog ran", 1));
  const auto& record = now->records.get<BengioRecord>();
  EXPECT_EQ(record.read, (std::vector<int>{-1, -1, -1}));
  const Mat &rows = at(now, "rows"), &c = at(now, "c");
  for (int k = 0; k < 3; ++k) EXPECT_EQ(rows(1, k), c(3, k));
}

TEST(Bengio, CountsWhatTheLecturePrints) {
  const RunPtr now = run(sentence("a dog ran", 3));
  EXPECT_EQ(at(now, "weights.numbers")(0, 0), 510000);
  const Mat& total = at(now, "count.total");
  EXPECT_EQ(total(1, 0), 90 * 50 + 50 * 17000);
  EXPECT_EQ(total(2, 0), 30 * 17000);
  EXPECT_NEAR(total(3, 0), 90 * 50 + 50 * std::log2(17000.0), 1e-2);
  EXPECT_EQ(total(5, 0), 180);
}

TEST(Bengio, OneStepRaisesTheRightWord) {
  const RunPtr now = run(sentence("a dog saw a cat", 5));
  EXPECT_LT(at(now, "after.loss")(0, 0), at(now, "loss")(0, 0));
}

TEST(Bengio, NeedsASentence) {
  EXPECT_THROW(run(sentence("", 1)), UserError);
  EXPECT_EQ(at(run(sentence("one", 400)), "p").cols(), 1);
}

}  // namespace
}  // namespace glassformer
