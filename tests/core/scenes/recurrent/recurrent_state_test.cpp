#include <gtest/gtest.h>

#include <cmath>

#include "core/scenes/change.h"
#include "core/scenes/records/recurrent_state.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

// How much a state still knows, against differences: a word's vector is moved a little, and the
// last state is looked at.
namespace glassformer {
namespace {

using testing::at;

Inputs inputs_of(const char* cell, const char* sentence = "he loved to eat bread") {
  Inputs inputs;
  inputs.scene = "recurrent-state";
  inputs.text[0] = sentence;
  set_option(inputs, "cell", std::string(cell));
  return inputs;
}

const Mat& last_state(const RunPtr& run) {
  return run->tape.value(run->records.get<RecurrentStateRecord>().states.back());
}

class RecurrentState : public ::testing::TestWithParam<const char*> {};

TEST_P(RecurrentState, EveryCellOfTheMemoryIsADifference) {
  const Inputs inputs = inputs_of(GetParam());
  const RunPtr made = run(inputs);
  const Mat &by_unit = at(made, "memory.by_unit"), &x = at(made, "x");
  constexpr double step = 1.0 / 64;
  for (int t = 0; t < x.rows(); ++t) {
    std::vector<double> squares(static_cast<std::size_t>(by_unit.cols()));
    for (int d = 0; d < x.cols(); ++d) {
      Inputs up = inputs, down = inputs;
      set_cell(up, "x", {t, d, x(t, d) + step});
      set_cell(down, "x", {t, d, x(t, d) - step});
      const Mat above = last_state(run(up)), below = last_state(run(down));
      for (int k = 0; k < by_unit.cols(); ++k) {
        const double slope = (static_cast<double>(above(0, k)) - below(0, k)) / (2 * step);
        squares[static_cast<std::size_t>(k)] += slope * slope;
      }
    }
    double all = 0;
    for (int k = 0; k < by_unit.cols(); ++k) {
      const double length = std::sqrt(squares[static_cast<std::size_t>(k)]);
      EXPECT_NEAR(by_unit(t, k), length, 1e-3) << "word " << t << ", unit " << k;
      all += squares[static_cast<std::size_t>(k)];
    }
    EXPECT_NEAR(at(made, "memory")(t, 0), std::sqrt(all), 2e-3);
  }
}

// The bias opens the gate that keeps: the forget gate of an LSTM is near 1 and the update gate of a
// GRU near 0 (h = (1 − z) h + z h̃, Cho et al. 2014 with the lecture's letters), so the first word
// is remembered better.
TEST(RecurrentStates, AGateThatKeepsRemembersMore) {
  for (const char* cell : {"gru", "lstm"}) {
    const auto memory = [&](double keep) {
      Inputs inputs = inputs_of(cell);
      set_option(inputs, "keep", keep);
      return at(run(inputs), "memory")(0, 0);
    };
    EXPECT_GT(memory(2), 1.1 * memory(0)) << cell;
  }
}

// "Teddy is a …": what follows a word is known to the network that reads from the end alone.
TEST_P(RecurrentState, ReadInBothDirectionsAStateKnowsWhatFollows) {
  Inputs inputs = inputs_of(GetParam(), "teddy is my old bear");
  set_option(inputs, "swap", 5.0);
  set_option(inputs, "other", std::string("president"));
  const RunPtr forward = run(inputs);
  EXPECT_EQ(at(forward, "moved")(0, 0), 0) << "to the last bit";
  set_option(inputs, "reads", std::string("both"));
  const RunPtr both = run(inputs);
  EXPECT_GT(at(both, "moved")(0, 0), 0);
  EXPECT_EQ(at(both, "loop.1.state"), at(forward, "loop.1.state"));
  EXPECT_EQ(at(both, "swapped.loop.1.state"), at(forward, "loop.1.state"));
  const Mat &state = at(both, "both.1.state"), &back = at(both, "backward.loop.5.state");
  for (int k = 0; k < back.cols(); ++k) EXPECT_EQ(state(0, back.cols() + k), back(0, k));
}

TEST_P(RecurrentState, ASwappedWordMovesWhatComesAfterIt) {
  Inputs inputs = inputs_of(GetParam());
  set_option(inputs, "swap", 3.0);
  const RunPtr made = run(inputs);
  const Mat& moved = at(made, "moved");
  EXPECT_EQ(moved(0, 0), 0);
  EXPECT_EQ(moved(1, 0), 0);
  EXPECT_GT(moved(2, 0), 0);
  EXPECT_GT(moved(4, 0), 0);
  set_option(inputs, "other", std::string("to"));  // the word that stands there
  EXPECT_EQ(at(run(inputs), "moved")(4, 0), 0);
  set_option(inputs, "swap", 9.0);  // beyond the sentence
  EXPECT_FALSE(run(inputs)->records.get<RecurrentStateRecord>().moved);
}

TEST_P(RecurrentState, ReadsOneWordAsWell) {
  const RunPtr made = run(inputs_of(GetParam(), "bread"));
  EXPECT_EQ(made->records.get<RecurrentStateRecord>().states.size(), 1U);
  EXPECT_GT(at(made, "memory")(0, 0), 0);
}

INSTANTIATE_TEST_SUITE_P(Cells, RecurrentState, ::testing::Values("plain", "gru", "lstm"),
                         [](const auto& info) { return std::string(info.param); });

TEST(RecurrentStateByHand, IsWhatTheTapeSays) {
  const RunPtr made = run(inputs_of("plain"));
  const Mat &w = at(made, "decay.w"), &h = at(made, "decay.states"),
            &slope = at(made, "decay.dependence");
  for (int c = 0; c < w.cols(); ++c) {
    const auto state = [&](double x, int steps) {
      double now = std::tanh(x);
      for (int n = 1; n < steps; ++n) now = std::tanh(w(0, c) * now);
      return now;
    };
    for (int n = 1; n <= h.rows(); ++n) {
      EXPECT_NEAR(h(n - 1, c), state(1, n), 1e-6);
      EXPECT_NEAR(slope(n - 1, c), (state(1 + 1e-5, n) - state(1 - 1e-5, n)) / 2e-5, 1e-6);
    }
  }
}

TEST(RecurrentStateLimits, ALongTextIsRefusedWithASentence) {
  std::string text = "word";
  for (int i = 0; i < 70; ++i) text += " word";
  try {
    run(inputs_of("gru", text.c_str()));
    FAIL() << "no error";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("take at most 64"), std::string::npos);
  }
}

}  // namespace
}  // namespace glassformer
