#include "core/nn/recurrent_cell.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

// Each cell against its equations written out number by number, and a step of a GRU by hand.
namespace glassformer {
namespace {

constexpr int rows = 2, width = 3;
constexpr double tolerance = sizeof(Real) == 8 ? 1e-12 : 2e-6;

double sigma(double x) {
  return 1 / (1 + std::exp(-x));
}

// A cell with random inputs, weights and states.
struct Given {
  explicit Given(CellKind kind) {
    const std::size_t count = gate_names(kind).size();
    for (std::size_t g = 0; g < count; ++g) {
      x.push_back(normal({rows, width}, 1, 10 + g));
      u.push_back(normal({width, width}, 1, 20 + g));
    }
  }
  GateInputs on(Tape& tape) const {
    GateInputs gates;
    for (const Mat& m : x) gates.from_outside.push_back(tape.input(m));
    for (const Mat& m : u) gates.weights.push_back(tape.input(m));
    return gates;
  }
  // Cell (i, j) of x + state U of a gate.
  double sum(std::size_t gate, const Mat& state, int i, int j) const {
    return x[gate](i, j) + product(gate, state, i, j);
  }
  double product(std::size_t gate, const Mat& state, int i, int j) const {
    double sum = 0;
    for (int k = 0; k < width; ++k) sum += 1.0 * state(i, k) * u[gate](k, j);
    return sum;
  }
  std::vector<Mat> x, u;
  Mat h = normal({rows, width}, 1, 1), c = normal({rows, width}, 1, 2);
};

const CellNames names{"h", "t", "t-1", numbered("sentence"), numbered("unit")};

template <class Expected>
void expect_cells(const Tape& tape, Var var, const Expected& expected) {
  ASSERT_TRUE(var);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < width; ++j) {
      EXPECT_NEAR(tape.value(var)(i, j), expected(i, j), tolerance) << i << ", " << j;
    }
  }
}

TEST(RecurrentCell, PlainIsTheTanhOfASum) {
  const Given given(CellKind::plain);
  Tape tape;
  const CellState after =
      recurrent_cell(tape, CellKind::plain, given.on(tape), {tape.input(given.h), {}}, names);
  EXPECT_FALSE(after.c);
  expect_cells(tape, after.h, [&](int i, int j) { return std::tanh(given.sum(0, given.h, i, j)); });
  EXPECT_EQ(tape.node(after.h).path, "state");
  EXPECT_EQ(tape.node(after.h).label.symbol, "h_{t}");
  EXPECT_TRUE(tape.find("state.recurrent"));
  EXPECT_TRUE(tape.find("state.sum"));
  EXPECT_EQ(tape.node(after.h).label.role, Role::output);
  EXPECT_EQ(tape.node(tape.find("state.sum")).label.role, Role::plain);
}

TEST(RecurrentCell, GruIsTheLecturesFourEquations) {
  const Given given(CellKind::gru);
  Tape tape;
  const CellState after =
      recurrent_cell(tape, CellKind::gru, given.on(tape), {tape.input(given.h), {}}, names);
  Mat gated(rows, width);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < width; ++j)
      gated(i, j) = static_cast<Real>(sigma(given.sum(1, given.h, i, j)) * given.h(i, j));
  }
  const auto z = [&](int i, int j) { return sigma(given.sum(0, given.h, i, j)); };
  const auto fresh = [&](int i, int j) { return std::tanh(given.sum(2, gated, i, j)); };
  expect_cells(tape, tape.find("update"), z);
  expect_cells(tape, tape.find("candidate"), fresh);
  expect_cells(tape, after.h,
               [&](int i, int j) { return (1 - z(i, j)) * given.h(i, j) + z(i, j) * fresh(i, j); });
}

TEST(RecurrentCell, GruMayResetAfterTheProduct) {
  const Given given(CellKind::gru_reset_after);
  Tape tape;
  GateInputs gates = given.on(tape);
  gates.candidate_bias = tape.input({{0.5, -0.25, 2}});
  const CellState after =
      recurrent_cell(tape, CellKind::gru_reset_after, gates, {tape.input(given.h), {}}, names);
  const Mat bias{{0.5, -0.25, 2}};
  const auto z = [&](int i, int j) { return sigma(given.sum(0, given.h, i, j)); };
  const auto fresh = [&](int i, int j) {
    const double r = sigma(given.sum(1, given.h, i, j));
    return std::tanh(given.x[2](i, j) + r * (given.product(2, given.h, i, j) + bias(0, j)));
  };
  expect_cells(tape, tape.find("candidate"), fresh);
  expect_cells(tape, after.h,
               [&](int i, int j) { return (1 - z(i, j)) * given.h(i, j) + z(i, j) * fresh(i, j); });
}

TEST(RecurrentCell, LstmKeepsACellBesideItsState) {
  const Given given(CellKind::lstm);
  Tape tape;
  const CellState after = recurrent_cell(tape, CellKind::lstm, given.on(tape),
                                         {tape.input(given.h), tape.input(given.c)}, names);
  const auto gate = [&](std::size_t g, int i, int j) { return given.sum(g, given.h, i, j); };
  const auto cell = [&](int i, int j) {
    return sigma(gate(1, i, j)) * given.c(i, j) + sigma(gate(0, i, j)) * std::tanh(gate(3, i, j));
  };
  expect_cells(tape, after.c, cell);
  expect_cells(tape, after.h,
               [&](int i, int j) { return sigma(gate(2, i, j)) * std::tanh(cell(i, j)); });
}

// s_0 = (1, 0), y = (0, 1), c = the context of the four states (2, 0), (0, 2), (1, −1), (−1, 1).
TEST(RecurrentCell, AStepOfAGruByHand) {
  Tape tape;
  const Mat y{{0, 1}}, context{{0.635806, 0.930806}};
  const auto outside = [&](const Mat& w, double c) {
    return add(tape, matmul(tape, tape.input(y), tape.input(w)),
               scale(tape, tape.input(context), c));
  };
  GateInputs gates;
  gates.from_outside = {outside({{1, 0}, {0, 1}}, 0.5), outside({{1, 0}, {0, -1}}, 0.5),
                        outside({{1, 0}, {0, 1}}, 1)};
  gates.weights = {tape.input({{0, 1}, {1, 0}}), tape.input({{1, 0}, {0, 1}}),
                   tape.input({{0, 1}, {-1, 0}})};
  CellNames decoder = names;
  decoder.state = "s";
  recurrent_cell(tape, CellKind::gru, gates, {tape.input({{1, 0}}), {}}, decoder);
  const auto expect = [&](const char* path, double first, double second) {
    const Mat& m = tape.value(tape.find(path));
    EXPECT_NEAR(m(0, 0), first, 5e-5) << path;
    EXPECT_NEAR(m(0, 1), second, 5e-5) << path;
  };
  expect("update", 0.5788, 0.9217);
  expect("reset", 0.7888, 0.3694);
  expect("candidate", 0.5620, 0.9914);
  expect("state", 0.7465, 0.9137);
}

TEST(RecurrentCell, GradientsReachTheStateBefore) {
  for (const CellKind kind :
       {CellKind::plain, CellKind::gru, CellKind::gru_reset_after, CellKind::lstm}) {
    const Given given(kind);
    Tape tape;
    const Var h = tape.input(given.h), c = tape.input(given.c);
    const CellState after = recurrent_cell(tape, kind, given.on(tape), {h, c}, names);
    tape.backward(after.h, 0, 0);
    double sum = 0;
    for (const Real cell : tape.grad(h).row(0)) sum += std::abs(cell);
    EXPECT_GT(sum, 0);
    for (const Real cell : tape.grad(h).row(1)) EXPECT_EQ(cell, 0);  // another sentence
  }
}

TEST(RecurrentCell, NeedsAsManyGatesAsTheCellHas) {
  const Given given(CellKind::plain);
  Tape tape;
  EXPECT_THROW(
      recurrent_cell(tape, CellKind::gru, given.on(tape), {tape.input(given.h), {}}, names),
      std::logic_error);
}

}  // namespace
}  // namespace glassformer
