#include "core/grad/explain_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/grad/ops.h"
#include "core/lesson/lesson.h"

namespace glassformer {
namespace {

ExplanationText explained(const Tape& tape, Var var, int row, int col) {
  return explanation_text(tape, {var, row, col}, tape.explain(var, row, col));
}

TEST(ExplainText, AProductNamesItsCellsAndSumsThem) {
  Tape tape;
  const Var a = tape.name(tape.input(Mat{{1, 2}}), {"a", "A"});
  const Var b = tape.name(tape.input(Mat{{3}, {-0.5}}), {"b", "B"});
  const Var c = tape.name(matmul(tape, a, b), {"c", "C"});
  const ExplanationText text = explained(tape, c, 0, 0);
  EXPECT_EQ(text.cell, "c[0,0]");
  EXPECT_EQ(text.place, "row 0 of 1 (1), column 0 of 1 (1)");
  ASSERT_EQ(text.terms.size(), 2u);
  EXPECT_EQ(text.terms[1].cells, "a[0,1] × b[1,0]");
  EXPECT_EQ(text.terms[1].numbers, "2 × -0.5");
  EXPECT_EQ(text.terms[1].value, -1);
  EXPECT_EQ(text.terms[1].running, 2);
  EXPECT_EQ(text.result, "2 = the sum of the 2 terms");
}

TEST(ExplainText, ADifferenceIsWrittenAsOne) {
  Tape tape;
  const Var a = tape.name(tape.input(Mat{{1, 2}}), {"a", "A"});
  const Var b = tape.name(tape.input(Mat{{3, -0.5}}), {"b", "B"});
  const Var c = tape.name(subtract(tape, a, b), {"c", "C"});
  EXPECT_EQ(explained(tape, c, 0, 0).result, "-2 = 1 - 3");
  EXPECT_EQ(explained(tape, c, 0, 1).result, "2.5 = 2 - (-0.5)");
  EXPECT_EQ(explained(tape, c, 0, 1).terms[1].numbers, "-(-0.5)");
  EXPECT_EQ(explained(tape, c, 0, 1).terms[1].value, 0.5);
}

TEST(ExplainText, AQuotientNamesWhatIsDivided) {
  Tape tape;
  const Var x = tape.name(tape.input(Mat{{3, -4}}), {"x", "X"});
  const Var unit = tape.name(unit_rows(tape, x), {"unit", "U"});
  EXPECT_EQ(explained(tape, unit, 0, 1).result, "-0.8 = -4 ÷ 5");
}

TEST(ExplainText, WhatAQuotientIsOfIsSaidInALineEach) {
  Tape tape;
  const Var a = tape.name(tape.input(Mat{{1, 2}}), {"a", "A"});
  const Var b = tape.name(tape.input(Mat{{3}, {-0.5}}), {"b", "B"});
  const Var c = tape.name(matmul(tape, a, b), {"c", "C"});
  const Var d = tape.name(tape.input(Mat{{4}}), {"d", "D"});
  const Var y = tape.name(multiply(tape, c, reciprocal(tape, d)), {"y", "Y"});
  const std::vector<Cell> parts = quotient_cells(tape, {y, 0, 0}, tape.explain(y, 0, 0));
  EXPECT_EQ(parts, (std::vector<Cell>{{c, 0, 0}, {d, 0, 0}}));
  EXPECT_EQ(line_text(tape, parts[0], tape.explain(c, 0, 0)), "2 = 1 × 3 + 2 × -0.5");
  EXPECT_EQ(line_text(tape, parts[1], tape.explain(d, 0, 0)), "") << "it is given";
  EXPECT_TRUE(quotient_cells(tape, {c, 0, 0}, tape.explain(c, 0, 0)).empty());
  const Var all = matmul(tape, tape.input(Mat(1, 17, 1)), tape.input(Mat(17, 1, 1)));
  EXPECT_EQ(line_text(tape, {all, 0, 0}, tape.explain(all, 0, 0)), "") << "too long for a line";
}

TEST(ExplainText, ATimesOneByBIsAQuotientUnlessSomeoneSetIt) {
  Tape tape({{"per_b", {{0, 0, 0.5}}}});
  const Var a = tape.name(tape.input(Mat{{12, 9}}), {"a", "A"});
  const Var b = tape.name(tape.input(Mat{{4, 3}}), {"b", "B"});
  const Var per = tape.name(reciprocal(tape, b), {"each", "1/B"});
  const Var y = tape.name(multiply(tape, a, per), {"y", "Y"});
  EXPECT_EQ(explained(tape, y, 0, 0).result, "3 = 12 ÷ 4");
  EXPECT_EQ(explained(tape, y, 0, 1).terms[0].cells, "a[0,1] ÷ b[0,1]");
  EXPECT_EQ(tape.explain(y, 0, 0).terms[0].factors[1], (Cell{per, 0, 0})) << "what is lit";
  const Var set = tape.name(reciprocal(tape, b), {"per_b", "1/B"});
  EXPECT_EQ(explained(tape, tape.name(multiply(tape, a, set), {"z", "Z"}), 0, 0).result,
            "6 = 12 × 0.5");
}

TEST(ExplainText, CountsAreWrittenDigitByDigit) {
  Tape tape;
  const Var x = tape.name(tape.input(Mat{{1048576}}), {"x", "X"});
  const Var twice = tape.name(scale(tape, x, 2), {"twice", "2X"});
  EXPECT_EQ(explained(tape, twice, 0, 0).result, "2097152 = 1048576 × 2");
}

TEST(ExplainText, SmallTermsHaveAPowerWithoutZeros) {
  Tape tape;
  const Var a = tape.name(tape.input(Mat{{1e-5F, 0.0002F}}), {"a", "A"});
  const Var b = tape.name(tape.input(Mat{{3}, {-2}}), {"b", "B"});
  const Var c = tape.name(matmul(tape, a, b), {"c", "C"});
  const ExplanationText text = explained(tape, c, 0, 0);
  EXPECT_EQ(text.terms[0].numbers, "1e-5 × 3");
  EXPECT_EQ(text.terms[1].numbers, "0.0002 × -2");
  EXPECT_EQ(text.result, "-0.00037 = the sum of the 2 terms");
}

TEST(ExplainText, ASoftmaxIsAQuotientOfPowers) {
  Tape tape;
  const Var x = tape.name(tape.input(Mat{{14, 12, -1}}), {"x", "X"});
  const Var y = tape.name(softmax(tape, x), {"y", "Y"});
  EXPECT_EQ(explained(tape, y, 0, 1).result, "0.119203 = e^12 / (e^14 + e^12 + e^(-1))");
}

TEST(ExplainText, ALongQuotientIsOverTheSum) {
  Tape tape;
  const Var y = softmax(tape, tape.input(Mat(1, 40, 1)));
  EXPECT_EQ(explained(tape, y, 0, 39).result, "0.025 = e^1 / (the sum of the 40 terms)");
}

TEST(ExplainText, AHiddenRowIsSetToZeroAndNoSum) {
  const Real hidden = -std::numeric_limits<Real>::infinity();
  Tape tape;
  const Var y = softmax(tape, tape.input(Mat{{hidden, hidden}}));
  EXPECT_EQ(explained(tape, y, 0, 1).result, "0");
}

TEST(ExplainText, OnceANumberIsNoArithmetic) {
  Tape tape;
  const Var a = tape.name(tape.input(Mat{{-0.126092F}}), {"a", "A"});
  const Var one = tape.name(tape.input(Mat{{1}}), {"one", "I"});
  const Var y = tape.name(matmul(tape, a, one), {"y", "Y"});
  EXPECT_EQ(explained(tape, y, 0, 0).result, "-0.126092");
}

TEST(ExplainText, ALengthIsTheRootOfTheSquares) {
  Tape tape;
  const Var x = tape.name(tape.input(Mat{{3, -4}}), {"x", "X"});
  const Var norm = tape.name(distance(tape, x, tape.input(Mat(1, 2))), {"norm", "\\|x\\|"});
  const ExplanationText text = explained(tape, norm, 0, 0);
  EXPECT_EQ(text.result, "5 = √25");
  EXPECT_EQ(text.terms[0].numbers, "3²");
  EXPECT_EQ(text.terms[1].numbers, "(-4)²");
}

TEST(ExplainText, NodesWithoutAPathAreCalledAfterTheirOp) {
  Tape tape;
  const Var x = tape.input(Mat{{-4}});
  const Var y = tape.name(tanh(tape, scale(tape, x, 0.5)), {"y", "Y"});
  const ExplanationText text = explained(tape, y, 0, 0);
  EXPECT_NE(text.terms.at(0).cells.find("(scale)[0,0]"), std::string::npos) << text.terms[0].cells;
  EXPECT_EQ(text.result, "-0.964028 = tanh(-2)");
}

TEST(ExplainText, ASingleTermIsTheEquation) {
  Tape tape;
  const Var x = tape.input(Mat{{-4}});
  const Var y = tape.name(scale(tape, x, 0.5), {"y", "Y"});
  EXPECT_EQ(explained(tape, y, 0, 0).result, "-2 = -4 ÷ 2") << "as the arrow has it";
  const Var z = tape.name(transpose(tape, x), {"z", "Z"});
  EXPECT_EQ(explained(tape, z, 0, 0).result, "-4") << "handed on as it is";
}

TEST(ExplainText, DigitsAreForProgramsToRead) {
  EXPECT_EQ(digits(-0.0), "0");
  EXPECT_EQ(digits(1.0 / 3), "0.333333");
  EXPECT_EQ(digits(-INFINITY), "-inf");
}

// The cells of every lesson have words: places, terms, and a result that begins with the number.
// All of a small matrix; of a large one every so manieth, in an order that goes through the
// columns: as many as have some thousands of terms, for the cells of a long product all read alike.
TEST(ExplainText, TheCellsOfEveryLessonHaveWords) {
  constexpr std::size_t cells_of_one = 400, terms_of_one = 6'000;
  for (const Lesson& lesson : shipped_lessons()) {
    const RunPtr made = run(lesson.inputs);
    const Tape& tape = made->tape;
    for (const std::string& path : tape.paths()) {
      const Var var = tape.find(path);
      const Shape shape = tape.shape(var);
      const std::size_t cells = shape.cells(), columns = static_cast<std::size_t>(shape.cols);
      if (cells == 0) continue;
      const std::size_t terms = std::max<std::size_t>(1, tape.explain(var, 0, 0).terms.size());
      const std::size_t wanted = std::clamp<std::size_t>(terms_of_one / terms, 48, cells_of_one);
      std::size_t stride = (cells + wanted - 1) / wanted;
      while (stride > 1 && std::gcd(stride, columns) > 1) ++stride;
      for (std::size_t cell = 0; cell < cells; cell += stride) {
        const ExplanationText text = explained(tape, var, static_cast<int>(cell / columns),
                                               static_cast<int>(cell % columns));
        ASSERT_TRUE(text.cell.starts_with(path + "[")) << lesson.id;
        ASSERT_FALSE(text.result.empty()) << lesson.id << " " << text.cell;
        for (const TermText& term : text.terms) {
          ASSERT_EQ(term.numbers.find("−"), std::string::npos) << term.numbers;
        }
      }
    }
  }
}

}  // namespace
}  // namespace glassformer
