// Literal numbers of every op: the values, the gradient of the sum of their cells (or of the cell
// named), and what the explanation says. Worked out by hand or with ten-digit tables, not by the
// program. Compiled for both precisions.
#include <gtest/gtest.h>

#include <cmath>

#include "core/grad/number_text.h"
#include "core/grad/ops.h"
#include "core/grad/tree_ops.h"
#include "tests/core/grad/tested_backend.h"

namespace glassformer {
namespace {

using OpNumbers = OnTestedBackend;

constexpr double tolerance = 1e-6;

void expect_near(const Mat& got, const Mat& want) {
  ASSERT_EQ(got.shape(), want.shape());
  EXPECT_LE(largest_difference(got, want), tolerance);
}

TEST_F(OpNumbers, MatrixProducts) {
  Tape tape;
  const Var a = tape.input(Mat{{1, 2}, {3, 4}, {5, 6}}), b = tape.input(Mat{{1, 0, -1}, {2, 1, 0}});
  const Var c = matmul(tape, a, b);
  expect_same(tape.value(c), {{5, 2, -1}, {11, 4, -3}, {17, 6, -5}});
  expect_same(tape.value(matmul_nt(tape, a, a)), {{5, 11, 17}, {11, 25, 39}, {17, 39, 61}});
  expect_same(tape.value(matmul_tn(tape, a, a)), {{35, 44}, {44, 56}});
  expect_same(tape.value(transpose(tape, a)), {{1, 3, 5}, {2, 4, 6}});
  tape.backward(c, 1, 0);
  expect_same(tape.grad(a), {{0, 0}, {1, 2}, {0, 0}});
  expect_same(tape.grad(b), {{3, 0, 0}, {4, 0, 0}});

  const Explanation e = tape.explain(c, 1, 0);  // 3 · 1 + 4 · 2
  ASSERT_EQ(e.terms.size(), 2U);
  EXPECT_EQ(e.terms[0].factors, (std::vector<Cell>{{a, 1, 0}, {b, 0, 0}}));
  EXPECT_EQ(e.terms[1].factors, (std::vector<Cell>{{a, 1, 1}, {b, 1, 0}}));
  EXPECT_EQ(e.terms[0].value, 3);
  EXPECT_EQ(e.terms[1].value, 8);
}

TEST_F(OpNumbers, SumsAndProductsOfCells) {
  Tape tape;
  const Var a = tape.input(Mat{{1, 2}, {3, 4}}), b = tape.input(Mat{{10, 20}, {30, 40}});
  const Var row = tape.input(Mat{{0.5, -0.5}});
  expect_same(tape.value(add(tape, a, b)), {{11, 22}, {33, 44}});
  expect_same(tape.value(subtract(tape, a, b)), {{-9, -18}, {-27, -36}});
  expect_same(tape.value(multiply(tape, a, b)), {{10, 40}, {90, 160}});
  expect_same(tape.value(scale(tape, a, -2)), {{-2, -4}, {-6, -8}});
  const Var sum = add_row(tape, a, row);
  expect_same(tape.value(sum), {{1.5, 1.5}, {3.5, 3.5}});
  tape.backward(sum);
  expect_same(tape.grad(row), {{2, 2}});
}

TEST_F(OpNumbers, ScaleSaysByWhat) {
  Tape tape;
  const Var x = tape.input(Mat{{112, 96}});
  const Explanation e = tape.explain(scale(tape, x, 0.125), 0, 0);
  ASSERT_EQ(e.terms.size(), 1U);
  EXPECT_EQ(e.terms[0].factors, (std::vector<Cell>{{x, 0, 0}}));
  EXPECT_EQ(e.terms[0].what, "÷ 8");
  EXPECT_EQ(e.terms[0].value, 14);
}

TEST_F(OpNumbers, Activations) {
  Tape tape;
  const Var x = tape.input(Mat{{-1, 0, 0.5, 2}});
  expect_near(tape.value(relu(tape, x)), {{0, 0, 0.5, 2}});
  expect_near(tape.value(gelu(tape, x)), {{-0.1586552539, 0, 0.3457312306, 1.9544997361}});
  const Var approximate = gelu_tanh(tape, x);
  expect_near(tape.value(approximate), {{-0.1588080094, 0, 0.3457140098, 1.9545976941}});
  tape.backward(approximate);
  expect_near(tape.grad(x), {{-0.0829640838, 0.5, 0.8673699037, 1.0860992567}});
  const Var th = tanh(tape, x);
  expect_near(tape.value(th), {{-0.7615941560, 0, 0.4621171573, 0.9640275801}});
  expect_near(tape.value(sigmoid(tape, x)), {{0.2689414214, 0.5, 0.6224593312, 0.8807970780}});
  expect_near(tape.value(exp(tape, x)), {{0.3678794412, 1, 1.6487212707, 7.3890560989}});
  expect_near(tape.value(log(tape, exp(tape, x))), {{-1, 0, 0.5, 2}});
  expect_same(tape.value(reciprocal(tape, tape.input(Mat{{2, -4}}))), {{0.5, -0.25}});
  tape.backward(th);
  expect_near(tape.grad(x), {{0.4199743416, 1, 0.7864477330, 0.0706508249}});
  const Explanation e = tape.explain(th, 0, 2);
  EXPECT_EQ(e.how, Explanation::How::apply);
  EXPECT_EQ(e.function_name, "tanh");
  EXPECT_NEAR(evaluate(e), 0.4621171573, 1e-10);
}

// Three words: a no at the root, node 1, leads to the first; a yes to node 0, whose yes is the
// last.
TEST_F(OpNumbers, HierarchicalSoftmax) {
  Tape tape;
  const Var scores = tape.input(Mat{{1, -1}});
  const Var y = tree_log_softmax(tape, scores);
  expect_near(tape.value(y), {{-0.3132616875, -2.6265233750, -1.6265233750}});
  tape.backward(y, 0, 1);
  expect_near(tape.grad(scores), {{-0.7310585786, 0.7310585786}});
  const Explanation e = tape.explain(y, 0, 2);
  ASSERT_EQ(e.terms.size(), 2U);
  EXPECT_EQ(e.terms[0].what, "log σ(−1)");
  EXPECT_EQ(e.terms[1].what, "log σ(1)");
  EXPECT_EQ(e.terms[1].factors, (std::vector<Cell>{{scores, 0, 0}}));

  const Var x = tape.input(Mat(1, 1, 1)), w = tape.input(Mat{{1}, {-1}}), b = tape.input(Mat(1, 2));
  const Var surprise = tree_surprisal(tape, x, w, b, {1});
  expect_near(tape.value(surprise), {{2.6265233750}});
  tape.backward(surprise);
  expect_near(tape.grad(x), {{1.4621171573}});
  expect_near(tape.grad(w), {{0.7310585786}, {-0.7310585786}});
  expect_near(tape.grad(b), {{0.7310585786, -0.7310585786}});
}

TEST_F(OpNumbers, SoftmaxAndItsLogarithm) {
  Tape tape;
  const Var x = tape.input(Mat{{14, 12}, {0, 0}});
  const Var y = softmax(tape, x);
  expect_near(tape.value(y), {{0.8807970780, 0.1192029220}, {0.5, 0.5}});
  expect_near(tape.value(log_softmax(tape, x)),
              {{-0.1269280110, -2.1269280110}, {-0.6931471806, -0.6931471806}});
  tape.backward(y, 0, 0);
  expect_near(tape.grad(x), {{0.1049935854, -0.1049935854}, {0, 0}});

  const Explanation e = tape.explain(y, 0, 1);
  EXPECT_EQ(e.how, Explanation::How::share);
  EXPECT_EQ(e.picked, 1);
  ASSERT_EQ(e.terms.size(), 2U);
  EXPECT_EQ(e.terms[0].what, "e^(14 − 14)");
  EXPECT_EQ(e.terms[1].what, "e^(12 − 14)");
  EXPECT_EQ(e.terms[1].factors, (std::vector<Cell>{{x, 0, 1}}));
  EXPECT_NEAR(e.terms[1].value, 0.1353352832, 1e-10);
  const Var low = softmax(tape, tape.input(Mat{{-3.5, -4}}));
  EXPECT_EQ(tape.explain(low, 0, 1).terms[1].what, "e^(−4 + 3.5)");
}

TEST_F(OpNumbers, Share) {
  Tape tape;
  const Var x = tape.input(Mat{{1, 3, 4}});
  const Var y = share(tape, x);
  expect_same(tape.value(y), {{0.125, 0.375, 0.5}});
  tape.backward(y, 0, 2);
  expect_same(tape.grad(x), {{-0.0625, -0.0625, 0.0625}});
}

TEST_F(OpNumbers, CrossEntropy) {
  Tape tape;
  const Var x = tape.input(Mat{{14, 12}, {0, 0}});
  const Var loss = cross_entropy(tape, x, {1, 0});
  expect_near(tape.value(loss), {{(2.1269280110 + 0.6931471806) / 2}});
  tape.backward(loss);
  expect_near(tape.grad(x), {{0.4403985390, -0.4403985390}, {-0.25, 0.25}});
  const Explanation e = tape.explain(loss, 0, 0);
  ASSERT_EQ(e.terms.size(), 2U);
  EXPECT_EQ(e.terms[0].factors, (std::vector<Cell>{{x, 0, 1}}));
  EXPECT_EQ(e.terms[0].what, "−log 0.1192 ÷ 2");
}

TEST_F(OpNumbers, LayerNorm) {
  Tape tape;
  const Var x = tape.input(Mat{{1, 3}, {-2, 2}});
  const Var gamma = tape.input(Mat{{2, 1}}), beta = tape.input(Mat{{0, 10}});
  const Var y = layer_norm(tape, x, gamma, beta, 0.5625);
  // row 0: mean 2, variance 1, √1.5625 = 1.25; row 1: mean 0, variance 4, √4.5625
  const double deviation = std::sqrt(4.5625);
  expect_near(tape.value(y), {{-1.6, 10.8}, {-4 / deviation, 10 + 2 / deviation}});
  tape.backward(y, 0, 0);
  expect_near(tape.grad(gamma), {{-0.8, 0}});
  expect_near(tape.grad(beta), {{1, 0}});
  // g = (2, 0): (2 − 1 − 0.8 · 0.8) / 1.25 and its opposite
  expect_near(tape.grad(x), {{0.288, -0.288}, {0, 0}});

  const Explanation e = tape.explain(y, 0, 0);
  ASSERT_EQ(e.terms.size(), 2U);
  EXPECT_EQ(e.terms[0].factors, (std::vector<Cell>{{gamma, 0, 0}, {x, 0, 0}}));
  EXPECT_EQ(e.terms[0].what, "2 × (1 − 2) ÷ 1.25");
  EXPECT_EQ(e.terms[1].factors, (std::vector<Cell>{{beta, 0, 0}}));
  EXPECT_EQ(e.note, "the row has mean 2 and variance 1; √(variance + ε) = 1.25");
}

TEST_F(OpNumbers, RmsNorm) {
  Tape tape;
  const Var x = tape.input(Mat{{1, 7}, {0, 0}}), gamma = tape.input(Mat{{2, 3}});
  const Var y = rms_norm(tape, x, gamma, 11.0);
  // (1 + 49) / 2 + 11 = 36: the root is 6
  expect_near(tape.value(y), {{2.0 / 6, 21.0 / 6}, {0, 0}});
  tape.backward(y, 0, 0);
  expect_near(tape.grad(gamma), {{1.0 / 6, 0}});
  // g = (2, 0), x̂ = (1/6, 7/6): mean(g ∘ x̂) = 1/6
  expect_near(tape.grad(x), {{(2 - 1.0 / 36) / 6, -7.0 / 36 / 6}, {0, 0}});
  const Explanation e = tape.explain(y, 0, 1);
  ASSERT_EQ(e.terms.size(), 1U);
  EXPECT_EQ(e.terms[0].factors, (std::vector<Cell>{{gamma, 0, 1}, {x, 0, 1}}));
  EXPECT_EQ(e.terms[0].what, "3 × 7 ÷ 6");
  EXPECT_EQ(e.note, "the mean of the row's squares is 25; √(mean + ε) = 6");
}

TEST_F(OpNumbers, LengthsAndDistances) {
  Tape tape;
  const Var x = tape.input(Mat{{3, -4}}), y = tape.input(Mat{{0, 0}, {3, 1}});
  const Var unit = unit_rows(tape, x), d = distance(tape, x, y);
  expect_near(tape.value(unit), {{0.6, -0.8}});
  EXPECT_EQ(tape.explain(unit, 0, 0).terms[0].what, "÷ 5");
  EXPECT_EQ(tape.explain(unit, 0, 0).note, "the row has length 5");
  expect_same(tape.value(d), {{5, 5}});
  tape.backward(d, 0, 0);
  expect_near(tape.grad(x), {{0.6, -0.8}});
  expect_near(tape.grad(y), {{-0.6, 0.8}, {0, 0}});
  const Explanation e = tape.explain(d, 0, 1);
  EXPECT_EQ(e.function_name, "√");
  ASSERT_EQ(e.terms.size(), 2U);
  EXPECT_EQ(e.terms[1].what, "(−4 − 1)²");
  EXPECT_EQ(e.terms[1].value, 25);
  EXPECT_EQ(e.terms[1].factors, (std::vector<Cell>{{x, 0, 1}, {y, 1, 1}}));
}

TEST_F(OpNumbers, Reductions) {
  Tape tape;
  const Var x = tape.input(Mat{{1, 2, 3}, {5, 6, 7}});
  expect_same(tape.value(sum_rows(tape, x)), {{6, 8, 10}});
  expect_same(tape.value(sum_cols(tape, x)), {{6}, {18}});
  expect_same(tape.value(mean_rows(tape, x)), {{3, 4, 5}});
  const Var mean = mean_cols(tape, x);
  expect_same(tape.value(mean), {{2}, {6}});
  expect_same(tape.value(sum(tape, x)), {{24}});
  EXPECT_EQ(tape.explain(mean, 1, 0).terms[0].what, "÷ 3");
  tape.backward(mean, 1, 0);
  expect_near(tape.grad(x), {{0, 0, 0}, {1 / 3.0, 1 / 3.0, 1 / 3.0}});
  expect_same(tape.value(sum(tape, tape.input(Mat(0, 3)))), {{0}});
}

TEST_F(OpNumbers, Places) {
  Tape tape;
  const Var x = tape.input(Mat{{1, 2}, {3, 4}, {5, 6}});
  const Var twice = gather(tape, x, {2, 0, 2});
  expect_same(tape.value(twice), {{5, 6}, {1, 2}, {5, 6}});
  EXPECT_EQ(tape.explain(twice, 0, 1).terms[0].factors, (std::vector<Cell>{{x, 2, 1}}));
  expect_same(tape.value(slice_rows(tape, x, 1, 2)), {{3, 4}, {5, 6}});
  const Var right = slice_cols(tape, x, 1, 1);
  expect_same(tape.value(right), {{2}, {4}, {6}});
  EXPECT_EQ(tape.value(slice_rows(tape, x, 3, 0)).shape(), (Shape{0, 2}));
  const Var wide = concat_cols(tape, {right, x, right});
  expect_same(tape.value(wide), {{2, 1, 2, 2}, {4, 3, 4, 4}, {6, 5, 6, 6}});
  EXPECT_EQ(tape.explain(wide, 1, 2).terms[0].factors, (std::vector<Cell>{{x, 1, 1}}));
  EXPECT_EQ(tape.explain(wide, 1, 3).terms[0].factors, (std::vector<Cell>{{x, 1, 1}}))
      << "past the slice, which has no name";
  const Var tall = concat_rows(tape, {x, twice});
  expect_same(tape.value(tall), {{1, 2}, {3, 4}, {5, 6}, {5, 6}, {1, 2}, {5, 6}});
  tape.backward(twice);
  expect_same(tape.grad(x), {{1, 1}, {0, 0}, {2, 2}});
}

TEST_F(OpNumbers, DropoutKeepsTheExpectationAndTheSeedItsMask) {
  Tape tape;
  const Var x = tape.input(Mat(100, 100, 3));
  const Var y = dropout(tape, x, 0.25, 7);
  double sum = 0;
  for (Real cell : tape.value(y).cells()) {
    EXPECT_TRUE(cell == 0 || cell == 4) << cell;
    sum += cell;
  }
  EXPECT_NEAR(sum / 1e4, 3, 0.06);  // three standard deviations are 0.052
  EXPECT_EQ(tape.value(dropout(tape, x, 0.25, 7)), tape.value(y));
  EXPECT_NE(tape.value(dropout(tape, x, 0.25, 8)), tape.value(y));
  EXPECT_EQ(tape.value(dropout(tape, x, 0, 7)), tape.value(x));

  tape.backward(y);
  for (int col = 0; col < 100; ++col) {
    const bool kept = tape.value(y)(0, col) != 0;
    EXPECT_NEAR(tape.grad(x)(0, col), kept ? 1 / 0.75 : 0, tolerance);
    const Explanation e = tape.explain(y, 0, col);
    EXPECT_TRUE(e.note.starts_with(kept ? "kept, and divided by 1 − p = 0.75" : "dropped"))
        << e.note;
  }
}

TEST(NumberText, IsShortAndHasATrueMinus) {
  EXPECT_EQ(number_text(14), "14");
  EXPECT_EQ(number_text(-0.125), "−0.125");
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(1.0 / 3), "0.3333");
  EXPECT_EQ(number_text(-1.25e-9), "−1.25e−9");
  EXPECT_EQ(number_text(0.00012), "0.00012") << "as a cell writes it";
  EXPECT_EQ(number_text(0.00099999), "0.001");
  EXPECT_EQ(number_text(0.0000123456789, 6), "1.23457e−5");
  EXPECT_EQ(number_text(1e-5), "1e−5");
  EXPECT_EQ(number_text(3e12), "3e12");
  EXPECT_EQ(number_text(INFINITY), "∞");
  EXPECT_EQ(number_text(-INFINITY), "−∞");
  EXPECT_EQ(number_text(NAN), "nan");
}

}  // namespace
}  // namespace glassformer
