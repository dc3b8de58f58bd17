#include "core/scenes/part.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/nn/axes.h"
#include "core/scenes/sheet.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

struct Written {
  Inputs inputs;
  Run run;
  Written() { inputs.scene = "luong"; }  // it has a seed
};

Mat of(int rows, int cols, double cell) {
  return Mat(rows, cols, static_cast<Real>(cell));
}

TEST(Part, IsNamedWithWhatFollowsAndWhatIsSaid) {
  Written on;
  Sheet sheet(on.inputs, on.run);
  const Axis words{"word", {"a", "b"}, 0}, d = numbered("d");
  const Part h = sheet.put(of(2, 3, 1), {"h", "H", Role::value, words, d});
  const Part s = sheet.put(of(1, 3, 2), {"s", "s", Role::query, numbered("state"), d});
  const Part e = (s * transposed(h)).as("scores", "e");
  EXPECT_EQ(e.value()(0, 1), 6);
  EXPECT_EQ(e.rows().name, "state");
  EXPECT_EQ(e.cols().labels, words.labels);
  EXPECT_EQ(on.run.tape.node(e).label.role, Role::score);
  const Part c =
      (softmax(e).as("weights", "\\alpha") * h).as("output", "c", {.cols = numbered("c")});
  EXPECT_EQ(on.run.tape.node(c).label.role, Role::output);
  EXPECT_EQ(c.cols().name, "c") << "as said";
  EXPECT_EQ(c.rows().name, "state") << "as it follows";
  EXPECT_EQ(on.run.tape.find("output"), Var(c));
}

// Each is the op of its name: the same node with the same value.
TEST(Part, OperatorsAreTheOps) {
  Written on;
  Sheet sheet(on.inputs, on.run);
  Tape& tape = sheet.tape();
  const Part a = sheet.put(Mat{{1, 2}, {3, 4}}, {.name = "a"});
  const Part b = sheet.put(Mat{{5, 6}, {7, 8}}, {.name = "b"});
  const auto op = [&](Part part) { return tape.node(part).op->name; };
  EXPECT_EQ(op(a * b), "matmul");
  EXPECT_EQ((a * b).value()(0, 0), 19);
  EXPECT_EQ(op(a * transposed(b)), "matmul_nt");
  EXPECT_EQ((a * transposed(b)).value()(0, 1), 23);
  EXPECT_EQ(op(transposed(a) * b), "matmul_tn");
  EXPECT_EQ((transposed(a) * b).value()(1, 0), 38);
  EXPECT_EQ((a + b).value()(1, 1), 12);
  EXPECT_EQ((a - b).value()(1, 1), -4);
  EXPECT_EQ((3 * a).value()(1, 0), 9);
  EXPECT_EQ((a / 2).value()(1, 0), 1.5);
  EXPECT_EQ(concat_rows({a, b}).shape(), (Shape{4, 2}));
  EXPECT_EQ(concat_cols({a, b}).value()(0, 2), 5);
  EXPECT_EQ(op(log_sigmoid(a)), "log_sigmoid");
  EXPECT_EQ(op(lengths(a)), "distance");
  EXPECT_EQ(lengths(a).value()(1, 0), 5) << "√(3² + 4²)";
}

// What no op computes, with a name or without.
TEST(Part, IsPutOnTheTape) {
  Written on;
  Sheet sheet(on.inputs, on.run);
  Tape& tape = sheet.tape();
  const Part named = put(tape, of(1, 2, 3), {"n", "N", Role::plain, {}, numbered("word")});
  EXPECT_EQ(named.path(), "n");
  EXPECT_EQ(named.cols().name, "word");
  EXPECT_EQ(tape.node(named).op, nullptr);
  EXPECT_TRUE(ones(tape, {1, 2}).path().empty());
  EXPECT_EQ((named + ones(tape, named.shape())).value()(0, 1), 4);
  EXPECT_EQ((named + zeros(tape, named.shape())).value()(0, 1), 3);
}

// A step down the gradient has the rows, columns and role of what it is added to.
TEST(Part, IsNamedLikeAnother) {
  Written on;
  Sheet sheet(on.inputs, on.run);
  const Part w =
      sheet.put(of(2, 2, 1), {"w", "W", Role::key_weight, numbered("d"), numbered("unit")});
  const Part by = sheet.put(of(2, 2, 3), {.name = "g", .symbol = "g"});
  const Tape::Scope scope(sheet.tape(), "step");
  const Part step = (-0.5 * by).as(w.name(), "\\Delta " + w.symbol(), like(w));
  EXPECT_EQ(step.path(), "step.w");
  EXPECT_EQ(step.symbol(), "\\Delta W");
  EXPECT_EQ(step.role(), Role::key_weight);
  EXPECT_EQ(step.rows().name, "d");
  EXPECT_EQ(step.cols().name, "unit");
}

TEST(Sheet, TakesWhatTheLessonGivesUnderThePathThatItHas) {
  Written on;
  on.inputs.given["general.w"] = std::make_shared<Leaf>(of(2, 2, 7));
  Sheet sheet(on.inputs, on.run);
  const Axis d = numbered("d");
  const Tape::Scope scope(sheet.tape(), "general");
  const Part w = sheet.take("w", "W_{a}", Role::query_weight, exactly(2, d, ""), any(5, d));
  EXPECT_EQ(w.path(), "general.w");
  EXPECT_EQ(w.value()(1, 1), 7);
  EXPECT_EQ(w.shape(), (Shape{2, 2})) << "as wide as it is given";
  const Part drawn = sheet.take("v", "V", Role::plain, rows_of(w), any(5, d));
  EXPECT_EQ(drawn.shape(), (Shape{2, 5})) << "as wide as one that is drawn";
  sheet.tell();
  ASSERT_EQ(on.run.notes.size(), 1U);
  EXPECT_NE(on.run.notes[0].find("{general.v}"), std::string::npos) << on.run.notes[0];
  EXPECT_EQ(on.run.notes[0].find("general.w"), std::string::npos) << "it is not random";
}

TEST(Sheet, SaysWhySomethingGivenDoesNotFit) {
  Written on;
  on.inputs.given["h"] = std::make_shared<Leaf>(of(4, 3, 1));
  on.inputs.given["w"] = std::make_shared<Leaf>(of(2, 2, 1));
  Sheet sheet(on.inputs, on.run);
  const Part h = sheet.take("h", "H", Role::value, any(1, numbered("word")), any(1, numbered("d")));
  try {
    (void)sheet.take("w", "W", Role::query_weight, cols_of(h), cols_of(h));
    FAIL() << "it has two rows, and h three columns";
  } catch (const ShapeError& error) {
    EXPECT_STREQ(error.what(),
                 "luong: the given w is 2 × 2, but it must be 3 × 3: h has 3 columns");
  }
}

// 1 / √rows keeps the size of what the weights multiply.
TEST(Sheet, DrawsWeightsWithTheDeviationOfTheirRows) {
  Written on;
  Sheet sheet(on.inputs, on.run);
  const Axis d = numbered("d");
  const Part weights = sheet.take("w", "W", Role::plain, exactly(100, d, ""), any(100, d));
  const Part states = sheet.take("h", "H", Role::plain, exactly(100, d, ""), any(100, d), 1);
  const auto deviation = [](const Mat& mat) {
    double squares = 0;
    for (const Real cell : mat.cells()) squares += cell * cell;
    return std::sqrt(squares / static_cast<double>(mat.size()));
  };
  EXPECT_NEAR(deviation(weights.value()), 0.1, 0.005);
  EXPECT_NEAR(deviation(states.value()), 1, 0.05);
}

}  // namespace
}  // namespace glassformer
