#include <gtest/gtest.h>

#include <cmath>

#include "core/scenes/records/lsa.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

// The index terms of Deerwester et al. 1990, table 2, as they stand in its nine titles.
constexpr const char* kTitles =
    "human interface computer. survey user computer system response time. EPS user interface "
    "system. system human system EPS. user response time. trees. graph trees. graph minors trees. "
    "graph minors survey.";

Inputs analysed(const std::string& text, double k = 2) {
  Inputs inputs;
  inputs.scene = "lsa";
  inputs.text[0] = text;
  inputs.options["k"] = k;
  return inputs;
}

void expect_near(const Mat& a, const Mat& b, double tolerance) {
  ASSERT_EQ(a.shape(), b.shape());
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < a.cols(); ++j) EXPECT_NEAR(a(i, j), b(i, j), tolerance) << i << ' ' << j;
  }
}

// Figure 3 there prints them with two decimals.
TEST(Lsa, FindsThePublishedSingularValues) {
  const RunPtr now = run(analysed(kTitles));
  const std::vector<double> printed{3.34, 2.54, 2.35, 1.64, 1.50, 1.31, 0.85, 0.56, 0.36};
  const Mat& sigma = at(now, "sigma");
  ASSERT_EQ(sigma.rows(), 9);
  for (int i = 0; i < 9; ++i)
    EXPECT_NEAR(sigma(i, 0), printed[static_cast<std::size_t>(i)], 0.0051) << i;
  EXPECT_EQ(at(now, "counts").shape(), (Shape{12, 9}));
}

// What is decomposed has the letter of the formulas in the picture as well, and U Σ Vᵀ gives it.
TEST(Lsa, TheProductOfItsThreeMatricesIsA) {
  const RunPtr now = run(analysed(kTitles));
  EXPECT_EQ(now->tape.node(now->tape.find("counts")).label.symbol, "A");
  const auto& record = now->records.get<LsaRecord>();
  ASSERT_TRUE(record.s);
  const Mat &a = now->tape.value(record.matrix), &u = now->tape.value(record.u),
            &s = now->tape.value(record.s), &vt = now->tape.value(record.vt);
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < a.cols(); ++j) {
      double sum = 0;
      for (int k = 0; k < vt.rows(); ++k) sum += double(u(i, k)) * s(k, k) * vt(k, j);
      EXPECT_NEAR(sum, a(i, j), 1e-5) << i << ' ' << j;
    }
  }
  Inputs weighed = analysed(kTitles);
  weighed.options["weigh"] = std::string("log");
  const RunPtr other = run(weighed);
  EXPECT_EQ(other->tape.node(other->tape.find("counts")).label.symbol, "N");
}

// "human" and "user" share no title, and are near with two directions (there, page 12: the
// correlation rises from −0.38 to 0.94).
TEST(Lsa, BringsWordsTogetherThatNeverMeet) {
  Inputs inputs = analysed(kTitles);
  inputs.options["word"] = std::string("human");
  const RunPtr now = run(inputs);
  const auto& words = now->tape.node(now->tape.find("counts")).label.rows.labels;
  const auto user = static_cast<int>(std::find(words.begin(), words.end(), "user") - words.begin());
  EXPECT_EQ(at(now, "before.cosine")(user, 0), 0);
  EXPECT_GT(at(now, "after.cosine")(user, 0), 0.8);
}

TEST(Lsa, UIsOrthonormalAndTheProductIsTheMatrix) {
  const RunPtr now = run(analysed(kTitles, 9));
  const Mat &u = at(now, "u"), &vt = at(now, "vt");
  for (int a = 0; a < u.cols(); ++a) {
    for (int b = 0; b < u.cols(); ++b) {
      double in_u = 0, in_v = 0;
      for (int i = 0; i < u.rows(); ++i) in_u += u(i, a) * u(i, b);
      for (int j = 0; j < vt.cols(); ++j) in_v += vt(a, j) * vt(b, j);
      EXPECT_NEAR(in_u, a == b, 1e-5);
      EXPECT_NEAR(in_v, a == b, 1e-5);
    }
  }
  expect_near(at(now, "rank.a"), at(now, "counts"), 1e-5);
  expect_near(at(now, "check.left"), at(now, "check.right"), 1e-5);
}

TEST(Lsa, TheErrorIsTheRootOfTheSquaresLeftOut) {
  for (int k = 1; k <= 9; ++k) {
    const RunPtr now = run(analysed(kTitles, k));
    EXPECT_NEAR(at(now, "rank.error")(0, 0), at(now, "rest.error")(k, 0), 1e-5) << k;
  }
  EXPECT_EQ(at(run(analysed(kTitles)), "rest.error")(9, 0), 0);
}

TEST(Lsa, ThePowerIterationFindsTheFirstDirection) {
  Inputs inputs = analysed(kTitles);
  inputs.options["turns"] = 40.0;
  const RunPtr now = run(inputs);
  const Mat &x = at(now, "power.x"), &vt = at(now, "vt");
  for (int j = 0; j < vt.cols(); ++j) EXPECT_NEAR(x(40, j), vt(0, j), 1e-4);
  EXPECT_NEAR(std::sqrt(at(now, "power.length")(39, 0)), at(now, "sigma")(0, 0), 1e-4);
}

TEST(Lsa, AChangedCountIsDecomposedAgain) {
  Inputs inputs = analysed("a cat and dog. a cat and cow. a dog and cow.");
  const Real before = at(run(inputs), "sigma")(0, 0);
  inputs.edits["counts"] = {{0, 0, 5}};
  const RunPtr now = run(inputs);
  EXPECT_GT(at(now, "sigma")(0, 0), before);
  expect_near(at(now, "check.left"), at(now, "check.right"), 1e-4);
}

TEST(Lsa, WeighsAndCountsNeighbours) {
  Inputs inputs = analysed(kTitles);
  inputs.options["weigh"] = std::string("log");
  EXPECT_NEAR(at(run(inputs), "log")(5, 3), std::log(3.0), 1e-6) << "system, twice in title 4";
  inputs.options["weigh"] = std::string("ppmi");
  inputs.options["contexts"] = std::string("words");
  const RunPtr now = run(inputs);
  EXPECT_EQ(at(now, "ppmi").shape(), (Shape{12, 12}));
  EXPECT_TRUE(now->records.get<LsaRecord>().sentences.empty());
}

TEST(Lsa, NeedsWordsThatAreCounted) {
  EXPECT_THROW(run(analysed("")), UserError);
  EXPECT_THROW(run(analysed("the and of.")), UserError);
  EXPECT_EQ(at(run(analysed("one two. three.")), "counts").shape(), (Shape{3, 2}));
  Inputs inputs = analysed("dog. dog.", 9);
  EXPECT_EQ(at(run(inputs), "sigma").rows(), 1);
  EXPECT_EQ(run(inputs)->notes.size(), 1U) << "k is too large; nobody asked for the lesson's word";
  inputs.options["word"] = std::string("cat");
  EXPECT_EQ(run(inputs)->notes.size(), 2U) << "somebody asked for a cat";
}

}  // namespace
}  // namespace glassformer
