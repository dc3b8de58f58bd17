#include <gtest/gtest.h>

#include <cmath>

#include "core/scenes/records/hidden_word.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs about(const std::string& hidden, const std::string& text) {
  Inputs inputs;
  inputs.scene = "hidden-word";
  inputs.text[0] = text;
  inputs.options = {{"hidden", hidden}, {"weigh", std::string("counts")}, {"window", 1.0}};
  return inputs;
}

const Label& label(const RunPtr& run, const char* path) {
  return run->tape.node(run->tape.find(path)).label;
}

TEST(HiddenWord, CountsSlotsAndNeverBeyondASentence) {
  const RunPtr now = run(about("x", "The x ran. A x ran. A y."));
  using Names = std::vector<std::string>;
  EXPECT_EQ(label(now, "counts").rows.labels, (Names{"the", "x", "ran", "a", "y"}));
  EXPECT_EQ(label(now, "counts").cols.labels,
            (Names{"_ x", "the _", "_ ran", "x _", "a _", "_ y"}));
  EXPECT_EQ(at(now, "counts"), (Mat{{1, 0, 0, 0, 0, 0},
                                    {0, 1, 2, 0, 1, 0},
                                    {0, 0, 0, 2, 0, 0},
                                    {1, 0, 0, 0, 0, 1},
                                    {0, 0, 0, 0, 1, 0}}));
  EXPECT_EQ(label(now, "nearest").rows.labels[0], "y");
  EXPECT_NEAR(at(now, "nearest")(0, 0), 1 / std::sqrt(6.0), 1e-6);
}

TEST(HiddenWord, LiftIsHowMuchMoreOftenThanByChance) {
  Inputs inputs = about("x", "The x ran. A x ran. A y.");
  inputs.options["weigh"] = std::string("lift");
  const RunPtr now = run(inputs);
  // x stands before "ran" twice; of 10 places 4 are x's and 2 that context's: 2 · 10 / (4 · 2).
  EXPECT_NEAR(at(now, "lift")(1, 2), 2.5, 1e-6);
  EXPECT_EQ(at(now, "lift")(0, 1), 0);
}

TEST(HiddenWord, PpmiIsTheLogarithmOfTheLiftAboveZero) {
  Inputs inputs = about("x", "The x ran. A x ran. A y. The the.");
  inputs.options["weigh"] = std::string("ppmi");
  const RunPtr now = run(inputs);
  const Mat &lift = at(now, "lift"), &ppmi = at(now, "ppmi");
  ASSERT_EQ(lift.shape(), ppmi.shape());
  for (int i = 0; i < lift.rows(); ++i) {
    for (int j = 0; j < lift.cols(); ++j) {
      const double expected = lift(i, j) > 1 ? std::log(lift(i, j)) : 0;
      EXPECT_NEAR(ppmi(i, j), expected, 1e-6) << i << ", " << j;
      const double log = at(now, "pmi")(i, j);
      EXPECT_EQ(std::isinf(log), lift(i, j) == 0) << i << ", " << j;
    }
  }
}

// A cell may be set below zero by hand; its context is one of the word's all the same.
TEST(HiddenWord, AContextOfANegativeCellStaysInTheTable) {
  Inputs inputs = about("x", "The x ran. A x ran. A y.");
  const std::vector<std::string> before = label(run(inputs), "company").cols.labels;
  inputs.edits["counts"] = {{1, 1, -1}};
  EXPECT_EQ(label(run(inputs), "company").cols.labels, before);
}

TEST(HiddenWord, AroundForgetsSideAndDistance) {
  Inputs inputs = about("x", "a x b. b y a.");
  inputs.options["company"] = std::string("around");
  const RunPtr now = run(inputs);
  EXPECT_EQ(label(now, "nearest").rows.labels[0], "y");
  EXPECT_NEAR(at(now, "nearest")(0, 0), 1, 1e-6);
}

TEST(HiddenWord, TheCosineIsWorkedOutFromTheSmallTable) {
  const RunPtr now = run(about("x", "The x ran. A x ran. A y."));
  const Tape& tape = now->tape;
  const Mat &product = at(now, "product"), &length = at(now, "length");
  EXPECT_EQ(product(0, 0), 1);  // y and x share "a _"
  EXPECT_NEAR(length(0, 0), std::sqrt(6.0), 1e-6);
  for (int r = 0; r < product.rows(); ++r) {
    EXPECT_NEAR(at(now, "nearest")(r, 0), product(r, 0) / (length(0, 0) * length(r + 1, 0)), 1e-6);
  }
  const Explanation e = tape.explain(tape.find("nearest"), 0, 0);
  EXPECT_EQ(e.terms[0].factors[0], (Cell{tape.find("product"), 0, 0}));
  const Explanation sum = tape.explain(tape.find("product"), 0, 0);
  ASSERT_EQ(sum.terms.size(), 3U);
  EXPECT_EQ(sum.terms[1].factors,
            (std::vector<Cell>{{tape.find("company"), 1, 1}, {tape.find("company"), 0, 1}}));
}

TEST(HiddenWord, WhoseCountsAreAllSetToZeroIsLikeNoOther) {
  Inputs inputs = about("x", "The x ran. A x ran. A y.");
  for (int j = 0; j < 6; ++j) inputs.edits["counts"].push_back({1, j, 0});
  const RunPtr now = run(inputs);
  EXPECT_FALSE(now->tape.find("nearest"));
  for (const Real cosine : at(now, "cosine").cells()) EXPECT_EQ(cosine, 0);
}

TEST(HiddenWord, OnlyWordsThatShareAContextKeepSimilarCompany) {
  const RunPtr now = run(about("x", "The x ran. A x ran. A y ran. Dogs bark."));
  EXPECT_EQ(label(now, "nearest").rows.labels, (std::vector<std::string>{"y"}));
  EXPECT_EQ(label(now, "company").rows.labels, (std::vector<std::string>{"x", "y"}));
  const RunPtr alone = run(about("dogs", "Dogs chase cats."));
  EXPECT_FALSE(alone->tape.find("nearest"));
  EXPECT_EQ(label(alone, "company").rows.labels, (std::vector<std::string>{"dogs"}));
}

TEST(HiddenWord, ThatTheTextLacksIsItsFirstWordAndSaidSo) {
  const RunPtr now = run(about("zebra", "The x ran."));
  EXPECT_EQ(label(now, "hidden").rows.labels[0], "the");
  EXPECT_EQ(now->records.get<HiddenWordRecord>().hidden, now->tape.find("hidden"));
  ASSERT_EQ(now->notes.size(), 1U);
}

TEST(HiddenWord, NeedsCompany) {
  EXPECT_THROW(run(about("x", "x. x.")), UserError);
  EXPECT_THROW(run(about("x", "")), UserError);
}

}  // namespace
}  // namespace glassformer
