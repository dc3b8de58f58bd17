#include "core/grad/tape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "core/grad/ops.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

LeafPtr leaf(Mat m) {
  return std::make_shared<const Leaf>(std::move(m));
}

TEST(Tape, NamesGetThePrefixOfTheScopesThatLive) {
  Tape tape;
  const Var outer = tape.name(tape.input(Mat(1, 1)), {.name = "x"});
  Var inner, after;
  {
    const Tape::Scope layer(tape, "encoder.0");
    {
      const Tape::Scope head(tape, "head.1");
      inner = tape.name(scale(tape, outer, 2), {.name = "weights", .symbol = "A"});
    }
    after = tape.name(scale(tape, inner, 2), {.name = "output"});
  }
  EXPECT_EQ(tape.find("x"), outer);
  EXPECT_EQ(tape.find("encoder.0.head.1.weights"), inner);
  EXPECT_EQ(tape.find("encoder.0.output"), after);
  EXPECT_FALSE(tape.find("weights"));
  EXPECT_EQ(tape.node(inner).label.symbol, "A");
  EXPECT_EQ(tape.paths(),
            (std::vector<std::string>{"x", "encoder.0.head.1.weights", "encoder.0.output"}));
}

TEST(Tape, AScopeMayOutliveWhatItPrefixes) {
  Tape tape;
  {
    const Tape::Scope scope(tape, "a");
    tape.clear();
  }
  EXPECT_EQ(tape.find(tape.node(tape.name(tape.input(Mat(1, 1)), {.name = "x"})).path).index, 0);
  EXPECT_TRUE(tape.find("x"));
}

TEST(Tape, ANodeIsNamedOnceAndBeforeItIsRead) {
  Tape tape;
  const Var x = tape.name(tape.input(Mat(1, 1)), {.name = "x"});
  const Var y = scale(tape, x, 2);
  EXPECT_THROW(tape.name(x, {.name = "z"}), std::logic_error);  // has a name
  EXPECT_THROW(tape.name(y, {.name = "x"}), std::logic_error);  // the path is taken
  scale(tape, y, 2);
  EXPECT_THROW(tape.name(y, {.name = "y"}), std::logic_error);  // has been read
  EXPECT_THROW(add(tape, x, Var{}), std::logic_error);
  EXPECT_THROW(add(tape, x, Var{99}), std::logic_error);
  EXPECT_EQ(tape.size(), 3);
}

TEST(Tape, ReferencesStayValidAsItGrows) {
  Tape tape;
  const Var x = tape.input(Mat{{1, 2}});
  const Mat& value = tape.value(x);
  const Node& node = tape.node(x);
  Var y = x;
  for (int i = 0; i < 1000; ++i) y = scale(tape, y, 1);
  EXPECT_EQ(&value, &tape.value(x));
  EXPECT_EQ(&node, &tape.node(x));
  EXPECT_EQ(tape.value(y), value);
}

TEST(Tape, ALeafIsSharedNotCopied) {
  const LeafPtr shared = leaf({{1, 2}});
  Tape tape;
  const Var x = tape.input(shared);
  EXPECT_EQ(&tape.value(x), &shared->value);
  EXPECT_EQ(tape.node(x).stamp, shared->stamp);
  EXPECT_NE(leaf({{1, 2}})->stamp, shared->stamp);
}

TEST(Tape, AnEditChangesAllThatFollowsAndNothingElse) {
  const LeafPtr shared = leaf({{1, 2}});
  Tape tape({{"x", {{0, 1, 5}}}, {"head.1.double", {{0, 0, -3}}}});
  const Var x = tape.name(tape.input(shared), {.name = "x"});
  Var twice;
  {
    const Tape::Scope scope(tape, "head.1");
    twice = tape.name(scale(tape, x, 2), {.name = "double"});
  }
  const Var y = scale(tape, twice, 10);
  EXPECT_EQ(tape.value(x), (Mat{{1, 5}}));
  EXPECT_EQ(shared->value, (Mat{{1, 2}}));
  EXPECT_NE(tape.node(x).stamp, shared->stamp);
  EXPECT_EQ(tape.value(twice), (Mat{{-3, 10}}));
  EXPECT_EQ(tape.value(y), (Mat{{-30, 100}}));
  EXPECT_EQ(tape.node(twice).edits, (std::vector<CellEdit>{{0, 0, -3}}));
  EXPECT_EQ(tape.computed(twice)(0, 0), 2);
  EXPECT_TRUE(tape.unused_edits().empty());

  const Explanation by_hand = tape.explain(twice, 0, 0);
  EXPECT_EQ(by_hand.how, Explanation::How::given);
  EXPECT_EQ(by_hand.note, "set by hand; it was 2");
  EXPECT_EQ(evaluate(by_hand), -3);
  EXPECT_EQ(evaluate(tape.explain(twice, 0, 1)), 10);
}

// Attention over (0.4, 0.1, 0.5): with the last weight set to 0.2, the first still falls by
// w₀ w₂ where the third score rises.
TEST(Tape, AnOpSeesWhatItComputedNotWhatWasSetByHand) {
  Tape tape({{"weights", {{0, 2, 0.2}}}});
  const Var scores = tape.input(Mat{{std::log(4), std::log(1), std::log(5)}});
  const Var weights = tape.name(softmax(tape, scores), {.name = "weights"});
  EXPECT_NEAR(tape.value(weights)(0, 2), 0.2, 1e-7);
  tape.backward(weights, 0, 0);
  EXPECT_LE(largest_difference(tape.grad(scores), {{0.24, -0.04, -0.2}}), 1e-7);
  tape.backward(weights, 0, 2);
  EXPECT_EQ(tape.grad(scores), Mat(1, 3));
  EXPECT_NEAR(tape.value(weights)(0, 2), 0.2, 1e-7);
}

TEST(Tape, NoGradientFlowsThroughAnEditedCell) {
  Tape tape({{"double", {{0, 0, -3}}}});
  const Var x = tape.name(tape.input(Mat{{1, 2}}), {.name = "x"});
  const Var twice = tape.name(scale(tape, x, 2), {.name = "double"});
  const Var y = scale(tape, twice, 10);
  tape.backward(y);
  EXPECT_EQ(tape.grad(twice), (Mat{{10, 10}}));  // how the result hangs on the cell set by hand
  EXPECT_EQ(tape.grad(x), (Mat{{0, 20}}));
}

TEST(Tape, WhatACopyWasIsWhatWasCopiedIfBothWereSet) {
  const auto note = [](Real of_copy) {
    Tape tape({{"x", {{0, 0, 5}}}, {"copy", {{0, 0, of_copy}}}});
    const Var x = tape.name(tape.input(Mat{{1}}), {.name = "x"});
    const Var copy = tape.name(concat_rows(tape, {x}), {.name = "copy"});
    return tape.explain(copy, 0, 0).note;
  };
  EXPECT_EQ(note(5), "set by hand; it was 1");
  EXPECT_EQ(note(9), "set by hand; it was 5");
}

TEST(Tape, TheLastEditOfACellCountsAndTheFirstRemembersWhatWas) {
  Tape tape({{"x", {{0, 0, 5}, {0, 0, 6}}}});
  const Var x = tape.name(tape.input(Mat{{1}}), {.name = "x"});
  EXPECT_EQ(tape.value(x)(0, 0), 6);
  EXPECT_EQ(tape.explain(x, 0, 0).note, "set by hand; it was 1");
  EXPECT_EQ(tape.explain(x, 0, 0).value, 6);
}

TEST(Tape, AnEditOutsideTheMatrixIsAUsersError) {
  for (const CellEdit& edit : {CellEdit{2, 0, 1}, CellEdit{0, -1, 1}}) {
    Tape tape({{"x", {edit}}});
    try {
      tape.name(tape.input(Mat(2, 3)), {.name = "x"});
      FAIL() << "no error";
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()).find("x is 2 × 3"), std::string::npos) << error.what();
    }
  }
}

TEST(Tape, EditsThatNameNoNodeAreReported) {
  Tape tape({{"x", {{0, 0, 1}}}, {"typo", {{0, 0, 1}}}, {"none", {}}});
  tape.name(tape.input(Mat(1, 1)), {.name = "x"});
  EXPECT_EQ(tape.unused_edits(), (std::vector<std::string>{"typo"}));
}

TEST(Tape, BackwardOfACellAndOfTheSum) {
  Tape tape;
  const Var x = tape.input(Mat{{1, 2}, {3, 4}});
  const Var unused = tape.input(Mat{{7}});
  const Var y = multiply(tape, x, x);
  tape.backward(y, 1, 0);
  EXPECT_EQ(tape.grad(x), (Mat{{0, 0}, {6, 0}}));
  tape.backward(y);  // starts anew: nothing adds up between two calls
  EXPECT_EQ(tape.grad(x), (Mat{{2, 4}, {6, 8}}));
  EXPECT_TRUE(std::as_const(tape).grad(unused).empty());
  EXPECT_THROW(tape.backward(y, 2, 0), UserError);
  EXPECT_EQ(tape.grad(x), (Mat{{2, 4}, {6, 8}}));
}

TEST(Tape, ExplainsAnInputAndRefusesACellOutside) {
  Tape tape;
  const Var x = tape.input(Mat{{1, 2}});
  const Explanation e = tape.explain(x, 0, 1);
  EXPECT_EQ(e.how, Explanation::How::given);
  EXPECT_EQ(evaluate(e), 2);
  EXPECT_THROW(tape.explain(x, 0, 2), UserError);
  EXPECT_THROW(tape.explain(x, -1, 0), UserError);
}

TEST(Tape, ClearKeepsTheMemoryAndGivesTheSameResults) {
  const LeafPtr w = leaf({{1, -2}, {3, 0.5}});
  Tape tape;
  const auto step = [&] {
    const Var x = tape.name(tape.input(w), {.name = "x"});
    const Var y = softmax(tape, matmul(tape, x, x));
    tape.backward(cross_entropy(tape, y, {0, 1}));
    return std::pair{y, tape.grad(x)};
  };
  const auto [y, gradient] = step();
  const Mat value = tape.value(y);
  const Real* memory = tape.value(y).data();
  const int size = tape.size();
  tape.clear();
  EXPECT_EQ(tape.size(), 0);
  EXPECT_FALSE(tape.find("x"));
  const auto [again, same_gradient] = step();
  EXPECT_EQ(tape.size(), size);
  EXPECT_EQ(tape.value(again), value);
  EXPECT_EQ(same_gradient, gradient);
  EXPECT_EQ(tape.value(again).data(), memory);
}

TEST(Tape, ACopyIsATraceOfItsOwn) {
  Tape tape({{"x", {{0, 0, 5}}}});
  const Var x = tape.name(tape.input(Mat{{1}}), {.name = "x"});
  const Var y = scale(tape, x, 2);
  const Tape copy = tape;
  tape.clear();
  tape.input(Mat{{9}});
  EXPECT_EQ(copy.value(y), (Mat{{10}}));
  EXPECT_EQ(copy.find("x"), x);
}

TEST(Evaluate, PutsTermsTogetherAsTheySay) {
  using How = Explanation::How;
  Explanation e;
  e.value = 9;
  EXPECT_EQ(evaluate(e), 9);
  e.terms = {{{}, 1, ""}, {{}, 3, ""}};
  e.how = How::sum;
  EXPECT_EQ(evaluate(e), 4);
  e.how = How::share;
  e.picked = 1;
  EXPECT_EQ(evaluate(e), 0.75);
  e.how = How::apply;
  e.function = [](double x) { return x * x; };
  EXPECT_EQ(evaluate(e), 16);
  e.how = How::largest;
  EXPECT_EQ(evaluate(e), 3);
}

TEST(Tape, AnExplanationGoesPastCopiesWithoutAName) {
  Tape tape;
  const Var x = tape.name(tape.input(Mat{{1, 2}, {3, 4}}), {"x", "x", Role::plain, {}, {}});
  const Var picked = slice_cols(tape, gather(tape, transpose(tape, x), {1, 0}), 1, 1);
  const Var twice = scale(tape, picked, 2);  // of column 1 of [[2, 4], [1, 3]]
  EXPECT_EQ(tape.explain(twice, 0, 0).terms[0].factors, (std::vector<Cell>{{x, 1, 1}}));
  EXPECT_EQ(tape.explain(twice, 1, 0).terms[0].factors, (std::vector<Cell>{{x, 1, 0}}));
}

}  // namespace
}  // namespace glassformer
