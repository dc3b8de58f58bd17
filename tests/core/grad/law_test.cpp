#include "core/grad/law.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/grad/ops.h"

namespace glassformer {
namespace {

// A 3 × 3 input with this symbol; `name` is its path.
Var given(Tape& tape, std::string name, std::string symbol) {
  return tape.name(tape.input(Mat(3, 3, 2)), {std::move(name), std::move(symbol)});
}

TEST(Law, AProductIsASumOverTheLettersOfItsMatrices) {
  Tape tape;
  const Var a = given(tape, "weights", "A"), v = given(tape, "v", "V");
  const Var o = tape.name(matmul(tape, a, v), {"output", "O"});
  EXPECT_EQ(law_text(tape, {o, 0, 1}), "o_{12} = \\sum_{j} a_{1j} v_{j2}") << "counted from 1";
  EXPECT_EQ(law_text(tape, o), "o_{ij} = \\sum_{k} a_{ik} v_{kj}");
  const Var s = tape.name(matmul_nt(tape, a, v), {"scores", "QK^{T}"});
  EXPECT_EQ(law_text(tape, {s, 2, 0}), "(QK^{T})_{31} = \\sum_{j} a_{3j} v_{1j}");
  EXPECT_EQ(law_text(tape, {a, 0, 0}), "") << "it is given";
}

TEST(Law, WhatHangsOnALetterStaysThere) {
  const Label w{"w", "W^{Q}"}, hat{"e", "\\hat{E}"}, mean{"m", "\\mu"}, made{"x", "X_{new}"},
      named{"pe", "\\mathrm{PE}"}, primed{"p", "X'"}, cosine{"c", "\\cos(w, v)"}, bare{"b", ""};
  const Shape square{12, 12};
  EXPECT_EQ(entry_symbol(w, square, 0, 1), "w^{Q}_{12}");
  EXPECT_EQ(entry_symbol(hat, square, 0, 1), "\\hat{e}_{12}");
  EXPECT_EQ(entry_symbol(mean, square, 0, 1), "\\mu_{12}");
  EXPECT_EQ(entry_symbol(made, square, 0, 1), "x^{(new)}_{12}");
  EXPECT_EQ(entry_symbol(named, square, 0, 1), "\\mathrm{PE}_{12}");
  EXPECT_EQ(entry_symbol(primed, square, 0, 1), "x'_{12}");
  EXPECT_EQ(entry_symbol(cosine, square, 0, 1), "\\cos(w, v)_{12}");
  EXPECT_EQ(entry_symbol({"n", "\\mathrm{LayerNorm}(x)"}, square, 0, 1),
            "\\mathrm{LayerNorm}(x)_{12}");
  EXPECT_EQ(entry_symbol(bare, square, 0, 1), "\\text{b}_{12}");
  EXPECT_EQ(entry_symbol(w, square, 0, 10), "w^{Q}_{1,11}") << "not one hundred and eleven";
  EXPECT_EQ(entry_symbol(w, {1, 12}, 0, 4), "w^{Q}_{5}") << "a row needs no row";
  EXPECT_EQ(entry_symbol({"loss", "J"}, {1, 1}, 0, 0), "J");
}

TEST(Law, ASoftmaxAndAScaleAreQuotients) {
  Tape tape;
  const Var s = given(tape, "scores", "S");
  const Var e = tape.name(scale(tape, s, 0.125), {"scaled", "Z"});
  const Var a = tape.name(softmax(tape, e), {"weights", "A"});
  EXPECT_EQ(law_text(tape, {e, 0, 1}), "z_{12} = \\frac{s_{12}}{\\sqrt{64}}") << "as on the arrow";
  EXPECT_EQ(law_text(tape, {a, 0, 1}), "a_{12} = \\frac{e^{z_{12}}}{\\sum_{j} e^{z_{1j}}}");
}

TEST(Law, AMeanOfManyMatricesIsOneAndHasAllTheirTerms) {
  Tape tape;
  std::vector<Var> heads;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    const auto symbol = "A_{" + std::to_string(heads.size() + 1) + "}";
    heads.push_back(given(tape, name, symbol));
  }
  const auto mean_of = [&](std::size_t count) {
    Var sum = heads[0];
    for (std::size_t i = 1; i < count; ++i) sum = add(tape, sum, heads[i]);
    return tape.name(scale(tape, sum, 1.0 / static_cast<double>(count)),
                     {"mean" + std::to_string(count), "\\bar{A}"});
  };
  const Var two = mean_of(2), five = mean_of(5);
  EXPECT_EQ(law_text(tape, {two, 0, 1}),
            "\\bar{a}_{12} = \\frac{1}{2} (a^{(1)}_{12} + a^{(2)}_{12})");
  EXPECT_EQ(law_text(tape, {five, 0, 1}),
            "\\bar{a}_{12} = \\frac{1}{5} (a^{(1)}_{12} + a^{(2)}_{12} + \\dots + a^{(5)}_{12})");
  const Explanation terms = tape.explain(five, 0, 1);
  ASSERT_EQ(terms.terms.size(), 5U);
  EXPECT_EQ(terms.terms[4].factors[0].var, heads[4]);
  EXPECT_EQ(terms.terms[4].what, "÷ 5");
  EXPECT_DOUBLE_EQ(evaluate(terms), 2);
}

// As the heads of every layer have.
TEST(Law, AMeanOfMatricesWhoseNamesRepeatSaysHowOften) {
  Tape tape;
  Var sum;
  for (int i = 0; i < 10; ++i) {
    const auto number = std::to_string(i % 5 + 1);
    const Var head = given(tape, ("layer" + std::to_string(i)).c_str(), "A_{" + number + "}");
    sum = i == 0 ? head : add(tape, sum, head);
  }
  const Var mean = tape.name(scale(tape, sum, 0.1), {"mean", "\\bar{A}"});
  EXPECT_EQ(law_text(tape, {mean, 0, 1}),
            "\\bar{a}_{12} = \\frac{1}{10} \\sum_{j=1}^{2} (a^{(1)}_{12} + a^{(2)}_{12} + \\dots + "
            "a^{(5)}_{12})");
}

TEST(Law, ASingleProductIsNoSum) {
  Tape tape;
  const Var column = tape.name(tape.input(Mat(3, 1, 2)), {"column", "C"});
  const Var one = tape.name(tape.input(Mat(1, 1, 3)), {"one", "\\tau"});
  const Var product = tape.name(matmul(tape, column, one), {"product", "P"});
  EXPECT_EQ(law_text(tape, {product, 1, 0}), "p_{2} = c_{2} \\cdot \\tau");
}

TEST(Law, ASumWithWhatIsTakenAwayIsADifferenceAndASizeIsWrittenAsOne) {
  Tape tape;
  const Var x = given(tape, "x", "X"), y = given(tape, "y", "Y");
  const Var less = tape.name(add(tape, x, scale(tape, y, -1)), {"less", "D"});
  EXPECT_EQ(law_text(tape, {less, 0, 1}), "d_{12} = x_{12} - y_{12}");
  const Var row = tape.name(tape.input(Mat(1, 3, 2)), {"row", "B"});
  const Var rows = tape.name(add_row(tape, x, scale(tape, row, -1)), {"rows", "F"});
  EXPECT_EQ(law_text(tape, {rows, 0, 1}), "f_{12} = x_{12} - b_{2}");
  const Var size =
      tape.name(add(tape, relu(tape, x), relu(tape, scale(tape, x, -1))), {"size", "Z"});
  EXPECT_EQ(law_text(tape, {size, 0, 1}), "z_{12} = |x_{12}|");
}

TEST(Law, ASymbolThatIsTheFormulaStandsThereOnce) {
  Tape tape;
  const Var x = tape.name(tape.input(Mat(1, 1, 6)), {"x", "N"});
  const Var y = tape.name(tape.input(Mat(1, 1, 2)), {"y", "M"});
  const Var ratio = tape.name(multiply(tape, x, reciprocal(tape, y)), {"ratio", "\\frac{N}{M}"});
  EXPECT_EQ(law_text(tape, {ratio, 0, 0}), "\\frac{N}{M}");
}

TEST(Law, WhatHasNoNameIsWrittenAsWhatItIsMadeOf) {
  Tape tape;
  const Var x = given(tape, "x", "X"), y = given(tape, "y", "Y");
  const Var quotient = tape.name(multiply(tape, x, reciprocal(tape, y)), {"ratio", "R"});
  EXPECT_EQ(law_text(tape, {quotient, 0, 1}), "r_{12} = \\frac{x_{12}}{y_{12}}");
  const Var sum = tape.name(matmul(tape, subtract(tape, x, y), transpose(tape, y)), {"p", "P"});
  EXPECT_EQ(law_text(tape, {sum, 0, 1}), "p_{12} = \\sum_{j} (x_{1j} - y_{1j}) y_{2j}");
  const Var part = tape.name(relu(tape, slice_cols(tape, x, 1, 2)), {"part", "H"});
  EXPECT_EQ(law_text(tape, {part, 0, 1}), "h_{12} = \\max(0, x_{13})");
}

TEST(Law, TwoThatHaveNoNameAndNoLawAreTwoLetters) {
  Tape tape;
  const auto turned = [&](const char* name) {
    const Var x = tape.name(tape.input(Mat(2, 4, 1)), {name, name});
    return rotate_pairs(tape, x, tape.input(Mat(2, 2, 0.5F)));
  };
  const Var a = turned("a"), b = turned("b");
  const Var product = tape.name(sum_cols(tape, multiply(tape, a, b)), {"s", "S"});
  EXPECT_EQ(law_text(tape, {product, 0, 0}), "s_{1} = \\sum_{j} x_{1j} \\cdot y_{1j}");
  const Var square = tape.name(sum_cols(tape, multiply(tape, a, a)), {"t", "T"});
  EXPECT_EQ(law_text(tape, {square, 0, 0}), "t_{1} = \\sum_{j} x_{1j} \\cdot x_{1j}");
}

TEST(Law, ALengthHasNoSecondVector) {
  Tape tape;
  const Var x = given(tape, "x", "X"), y = given(tape, "y", "Y");
  const Var norm = tape.name(distance(tape, x, tape.input(Mat(1, 3))), {"norm", "\\|x\\|"});
  EXPECT_EQ(law_text(tape, {norm, 1, 0}), "\\|x\\|_{2} = \\sqrt{\\sum_{j} x_{2j}^{2}}");
  const Var far = tape.name(distance(tape, x, y), {"far", "D"});
  EXPECT_EQ(law_text(tape, {far, 1, 0}), "d_{21} = \\sqrt{\\sum_{j} (x_{2j} - y_{1j})^{2}}");
}

TEST(Law, AHiddenCellIsMinusInfinity) {
  Tape tape;
  const Var s = given(tape, "scores", "S");
  Mat open(3, 3, 1);
  open(0, 1) = 0;
  const Var m = tape.name(tape.input(open), {"mask", "M"});
  const Var e = tape.name(mask(tape, s, m), {"masked", "\\hat{S}"});
  EXPECT_EQ(law_text(tape, {e, 0, 1}), "\\hat{s}_{12} = -\\infty");
  EXPECT_EQ(law_text(tape, {e, 0, 0}), "\\hat{s}_{11} = s_{11}");
}

}  // namespace
}  // namespace glassformer
