// Every op against its naive twin, its own explanation and shapes that do not fit. Compiled for
// both precisions; gradients are checked in tests/core_double/grad, as a difference in float proves
// nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/tensor/error.h"
#include "tests/core/grad/op_inputs.h"

namespace glassformer::testing_ops {
namespace {

constexpr double tolerance = sizeof(Real) == 8 ? 1e-11 : 1e-6;

void expect_same(double got, double want, const std::string& where) {
  if (std::isinf(want) || std::isinf(got)) {
    EXPECT_EQ(got, want) << where;
  } else {
    EXPECT_NEAR(got, want, tolerance * std::max(1.0, std::abs(want))) << where;
  }
}

std::string place(Sizes s, int row, int col) {
  return "n " + std::to_string(s.n) + ", m " + std::to_string(s.m) + ", k " + std::to_string(s.k) +
         ", cell " + std::to_string(row) + ", " + std::to_string(col);
}

class EveryOp : public ::testing::TestWithParam<OpCase> {
 protected:
  // Calls body(sizes, given, tape, recorded, row, col) for every cell at every size.
  template <class Body>
  void for_every_cell(const Body& body) {
    for (const Sizes s : all_sizes()) {
      Tape tape;
      const Given given = random_inputs(GetParam(), s, 5);
      const Recorded recorded = record(tape, GetParam(), given, s);
      const Shape shape = tape.shape(recorded.result);
      ASSERT_EQ(shape, shape_of(GetParam().result, s));
      for (int row = 0; row < shape.rows; ++row) {
        for (int col = 0; col < shape.cols; ++col) body(s, given, tape, recorded, row, col);
      }
    }
  }
};

TEST_P(EveryOp, IsWhatItsTwinSays) {
  for_every_cell(
      [](Sizes s, const Given& given, const Tape& tape, const Recorded& r, int row, int col) {
        expect_same(tape.value(r.result)(row, col), GetParam().naive(given, row, col, s),
                    place(s, row, col));
      });
}

TEST_P(EveryOp, ExplainsEachCellByTermsThatMakeIt) {
  for_every_cell([](Sizes s, const Given&, const Tape& tape, const Recorded& r, int row, int col) {
    const Explanation e = tape.explain(r.result, row, col);
    EXPECT_NE(e.how, Explanation::How::given);
    EXPECT_FALSE(e.terms.empty());
    expect_same(evaluate(e), tape.value(r.result)(row, col), place(s, row, col));
  });
}

// A plain term is the product of its factors; "× 3" and "÷ 3" are done to that product.
TEST_P(EveryOp, ExplainsEachTermByCellsOfItsInputs) {
  for_every_cell([](Sizes s, const Given&, const Tape& tape, const Recorded& r, int row, int col) {
    for (const Term& term : tape.explain(r.result, row, col).terms) {
      EXPECT_FALSE(term.factors.empty());
      double product = 1;
      for (const Cell& cell : term.factors) {
        ASSERT_NE(std::ranges::find(r.inputs, cell.var), r.inputs.end()) << place(s, row, col);
        ASSERT_TRUE(tape.value(cell.var).contains(cell.row, cell.col)) << place(s, row, col);
        product *= tape.value(cell.var)(cell.row, cell.col);
      }
      if (term.what.empty()) {
        expect_same(term.value, product, place(s, row, col));
      } else if (term.what.starts_with("÷ ")) {
        const double divisor = std::stod(term.what.substr(std::string("÷ ").size()));
        EXPECT_NEAR(term.value * divisor, product, 1e-3 * std::abs(product)) << term.what;
      }
    }
  });
}

// Wiggles every cell of every input: where the result moves, the explanation must have named it.
TEST_P(EveryOp, NamesEveryCellThatACellDependsOn) {
  if (GetParam().note_tells) {
    for_every_cell(
        [](Sizes s, const Given&, const Tape& tape, const Recorded& r, int row, int col) {
          EXPECT_FALSE(tape.explain(r.result, row, col).note.empty()) << place(s, row, col);
        });
    return;
  }
  for_every_cell(
      [](Sizes s, const Given& given, const Tape& tape, const Recorded& r, int row, int col) {
        const Explanation e = tape.explain(r.result, row, col);
        for (std::size_t i = 0; i < given.size(); ++i) {
          for (std::size_t at = 0; at < given[i].size(); ++at) {
            Given moved = given;
            moved[i].cells()[at] += static_cast<Real>(0.0625);
            Tape other;
            const Recorded again = record(other, GetParam(), moved, s);
            if (other.value(again.result)(row, col) == tape.value(r.result)(row, col)) continue;
            const int cols = given[i].cols();
            const Cell cell{r.inputs[i], static_cast<int>(at) / cols, static_cast<int>(at) % cols};
            EXPECT_TRUE(std::ranges::any_of(e.terms,
                                            [&](const Term& term) {
                                              return std::ranges::find(term.factors, cell) !=
                                                     term.factors.end();
                                            }))
                << place(s, row, col) << ": input " << i << " cell " << at;
          }
        }
      });
}

TEST_P(EveryOp, RefusesShapesThatDoNotFitAndNamesThem) {
  if (GetParam().bad.empty()) return;  // any shape fits
  Tape tape;
  std::vector<Var> inputs;
  for (Shape shape : GetParam().bad) inputs.push_back(tape.input(Mat(shape)));
  const int size = tape.size();
  try {
    GetParam().record(tape, inputs, {1, 4, 1});
    FAIL() << "no error";
  } catch (const ShapeError& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.starts_with(GetParam().op)) << message;
    for (Shape shape : GetParam().bad) {
      EXPECT_NE(message.find(to_string(shape)), std::string::npos) << message;
    }
  }
  EXPECT_EQ(tape.size(), size);
}

TEST_P(EveryOp, SaysWhatItIs) {
  const Op* op = find_op(GetParam().op);
  ASSERT_NE(op, nullptr);
  EXPECT_FALSE(op->formula.empty());
  EXPECT_FALSE(op->source.empty());
}

// A tape keeps its memory from pass to pass; what lay there must not be seen again.
TEST_P(EveryOp, ForgetsWhatItsMemoryHeld) {
  for (const Sizes s : all_sizes()) {
    const Given given = random_inputs(GetParam(), s, 5);
    Given other = given;
    for (std::size_t i = 0; i < other.size(); ++i) {
      for (Real& cell : other[i].cells()) {
        if (!is_constant(GetParam(), i)) cell = cell * 3 + 7;
      }
    }
    Tape fresh, used;
    const Recorded want = record(fresh, GetParam(), given, s);
    fresh.backward(want.result);
    used.backward(record(used, GetParam(), other, s).result);
    used.clear();
    const Recorded got = record(used, GetParam(), given, s);
    for (const Var input : got.inputs) EXPECT_FALSE(used.has_grad(input));
    used.backward(got.result);
    EXPECT_EQ(used.value(got.result), fresh.value(want.result));
    for (std::size_t i = 0; i < got.inputs.size(); ++i) {
      EXPECT_EQ(used.grad(got.inputs[i]), fresh.grad(want.inputs[i])) << "input " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, EveryOp, ::testing::ValuesIn(op_cases()),
                         [](const auto& info) { return std::string(info.param.op); });

TEST(OpTable, EveryOpHasACaseAndANameOfItsOwn) {
  std::string_view last;
  for (const Op* op : all_ops()) {
    EXPECT_LT(last, op->name);
    last = op->name;
    EXPECT_TRUE(std::ranges::any_of(op_cases(), [&](const OpCase& c) { return c.op == op->name; }))
        << op->name << " has no line in tests/core/grad/op_cases.cpp";
  }
  EXPECT_EQ(all_ops().size(), op_cases().size());
  EXPECT_EQ(find_op("no such op"), nullptr);
}

}  // namespace
}  // namespace glassformer::testing_ops
