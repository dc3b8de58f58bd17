#include "core/grad/reuse.h"

#include <gtest/gtest.h>

#include "core/grad/ops.h"
#include "core/tensor/rng.h"
#include "tests/core/grad/tested_backend.h"

namespace glassformer {
namespace {

using Reused = OnTestedBackend;

const LeafPtr& weights() {
  static const LeafPtr leaf = std::make_shared<const Leaf>(normal({4, 4}, 1, 1));
  return leaf;
}

// Attention of x over itself, with a mask that is made anew each time.
Tape attention(const Edits& edits) {
  Tape tape(edits);
  const Var x = tape.name(tape.input(normal({3, 4}, 1, 2)), {.name = "x"});
  const Var w = tape.name(tape.input(weights()), {.name = "w"});
  const Var q = tape.name(matmul(tape, x, w), {.name = "q"});
  const Var scores = tape.name(matmul_nt(tape, q, x), {.name = "scores"});
  Mat causal(3, 3);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j <= i; ++j) causal(i, j) = 1;
  }
  const Var visible = tape.name(tape.input(std::move(causal)), {.name = "mask"});
  const Var hidden = mask(tape, scores, visible);
  const Var a = tape.name(softmax(tape, hidden), {.name = "weights"});
  tape.name(matmul(tape, a, x), {.name = "output"});
  return tape;
}

std::shared_ptr<const Tape> run(const Edits& edits, std::shared_ptr<const Tape> earlier) {
  const Reuse reuse(std::move(earlier));
  return std::make_shared<const Tape>(attention(edits));
}

bool shared(const Tape& a, const Tape& b, const char* path) {
  const Node &one = a.node(a.find(path)), &other = b.node(b.find(path));
  return one.stamp == other.stamp && one.computed == other.computed && one.edited == other.edited;
}

void expect_equal(const Tape& a, const Tape& b) {
  ASSERT_EQ(a.size(), b.size());
  for (int i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a.value(Var{i}), b.value(Var{i})) << a.node(Var{i}).path;
    EXPECT_EQ(a.node(Var{i}).edits, b.node(Var{i}).edits);
  }
}

TEST_F(Reused, AnEditRecomputesWhatDependsOnItAndNothingElse) {
  const Edits edits{{"weights", {{1, 0, 0.75}}}};
  const auto before = run({}, nullptr), after = run(edits, before);
  for (const char* path : {"x", "w", "q", "scores", "mask"}) {
    EXPECT_TRUE(shared(*before, *after, path)) << path;
  }
  // What the op computed there is still the same.
  EXPECT_EQ(before->node(before->find("weights")).computed,
            after->node(after->find("weights")).computed);
  EXPECT_NE(before->node(before->find("weights")).stamp, after->node(after->find("weights")).stamp);
  EXPECT_FALSE(shared(*before, *after, "output"));
  expect_equal(*after, *run(edits, nullptr));
  expect_equal(*before, *run({}, nullptr));
  expect_equal(*run({}, after), *before);  // and taken back
}

TEST_F(Reused, ASecondEditLeavesTheFirstAsItIs) {
  const Edits first{{"q", {{0, 1, 3}}}};
  Edits both = first;
  both["weights"] = {{2, 2, 0}};
  const auto one = run(first, nullptr), two = run(both, one);
  for (const char* path : {"q", "scores"}) EXPECT_TRUE(shared(*one, *two, path)) << path;
  EXPECT_FALSE(shared(*one, *two, "output"));
  expect_equal(*two, *run(both, nullptr));
  both["q"] = {{0, 1, 4}};
  const auto three = run(both, two);
  EXPECT_FALSE(shared(*two, *three, "q"));
  expect_equal(*three, *run(both, nullptr));
}

TEST_F(Reused, ChainsDoNotKeepWhatTheyTookFromAlive) {
  auto tape = run({}, nullptr);
  const std::weak_ptr<const Tape> first = tape;
  const std::weak_ptr<const Computed> output = tape->node(tape->find("output")).computed;
  const std::weak_ptr<const Computed> q = tape->node(tape->find("q")).computed;
  for (int i = 0; i < 5; ++i) tape = run({{"weights", {{0, 0, 0.1 * i}}}}, tape);
  EXPECT_TRUE(first.expired());
  EXPECT_TRUE(output.expired());
  EXPECT_FALSE(q.expired());
}

TEST_F(Reused, GradientsAreOfEachTapeItself) {
  const Edits edits{{"weights", {{1, 0, 0.75}}}};
  const auto before = run({}, nullptr), after = run(edits, before), alone = run(edits, nullptr);
  Tape one = *before, two = *after, three = *alone;
  one.backward(one.find("output"));
  EXPECT_FALSE(two.has_grad(two.find("x")));
  two.backward(two.find("output"));
  three.backward(three.find("output"));
  EXPECT_EQ(two.grad(two.find("x")), three.grad(three.find("x")));
  EXPECT_NE(one.grad(one.find("x")), two.grad(two.find("x")));
}

TEST_F(Reused, AttributesCount) {
  const Var x{0};
  const auto scaled = [&](double factor, std::shared_ptr<const Tape> earlier) {
    const Reuse reuse(std::move(earlier));
    Tape tape;
    tape.input(Mat{{1, 2}});
    scale(tape, x, factor);
    gather(tape, x, {0, 0});
    return std::make_shared<const Tape>(std::move(tape));
  };
  const auto two = scaled(2, nullptr), three = scaled(3, two);
  EXPECT_EQ(three->value(Var{1}), (Mat{{3, 6}}));
  EXPECT_EQ(three->node(Var{2}).computed, two->node(Var{2}).computed);
  // 0 and −0 are equal and yet give other results.
  const auto zero = scaled(0, nullptr), minus = scaled(-0.0, zero);
  EXPECT_NE(minus->node(Var{1}).computed, zero->node(Var{1}).computed);
}

// An optimizer writes into a leaf in place.
TEST_F(Reused, ALeafThatWasWrittenToIsReadAgain) {
  const auto leaf = std::make_shared<Leaf>(Mat{{1, 2}});
  const auto doubled = [&](std::shared_ptr<const Tape> earlier) {
    const Reuse reuse(std::move(earlier));
    Tape tape;
    scale(tape, tape.input(leaf), 2);
    return std::make_shared<const Tape>(std::move(tape));
  };
  const auto before = doubled(nullptr);
  EXPECT_EQ(before->value(Var{1}), (Mat{{2, 4}}));
  leaf->value(0, 0) = 5;
  leaf->stamp = Leaf(Mat()).stamp;
  EXPECT_EQ(doubled(before)->value(Var{1}), (Mat{{10, 4}}));
}

// A model that is read again has leaves of its own.
TEST_F(Reused, AnEqualLeafIsTheSame) {
  const auto doubled = [](const LeafPtr& leaf, std::shared_ptr<const Tape> earlier) {
    const Reuse reuse(std::move(earlier));
    Tape tape;
    scale(tape, tape.input(leaf), 2);
    return std::make_shared<const Tape>(std::move(tape));
  };
  const auto one = doubled(std::make_shared<Leaf>(Mat{{1, 2}}), nullptr);
  const auto two = doubled(std::make_shared<Leaf>(Mat{{1, 2}}), one);
  const auto three = doubled(std::make_shared<Leaf>(Mat{{1, 3}}), one);
  EXPECT_EQ(one->node(Var{1}).computed, two->node(Var{1}).computed);
  EXPECT_EQ(three->value(Var{1}), (Mat{{2, 6}}));
}

// All biases of a new model are 0.
TEST_F(Reused, EqualInputsAreNotMixedUp) {
  const auto zero = std::make_shared<Leaf>(Mat(1, 2)), other = std::make_shared<Leaf>(Mat(1, 2));
  const auto sums = [&](std::shared_ptr<const Tape> earlier) {
    const Reuse reuse(std::move(earlier));
    Tape tape;
    const Var x = tape.input(Mat{{1, 2}}), same = tape.input(Mat{{1, 2}});
    add_row(tape, x, tape.input(zero));
    add_row(tape, same, tape.input(other));
    return std::make_shared<const Tape>(std::move(tape));
  };
  const auto before = sums(nullptr), after = sums(before);
  for (int i = 0; i < before->size(); ++i) {
    EXPECT_EQ(before->node(Var{i}).stamp, after->node(Var{i}).stamp);
    EXPECT_EQ(before->node(Var{i}).computed, after->node(Var{i}).computed);
  }
}

TEST_F(Reused, ATapeThatIsRecordedAgainDoesNotWriteIntoWhatItShares) {
  const auto earlier = run({}, nullptr);
  const Mat output = earlier->value(earlier->find("output"));
  Tape copy = *earlier;
  copy.clear();
  const Var x = copy.input(normal({3, 4}, 1, 9));
  for (int i = 0; i < 6; ++i) scale(copy, x, i);
  expect_equal(*earlier, *run({}, nullptr));
  EXPECT_EQ(earlier->value(earlier->find("output")), output);
}

}  // namespace
}  // namespace glassformer
