#include <gtest/gtest.h>

#include <functional>
#include <string_view>
#include <vector>

#include "core/grad/ops.h"
#include "core/grad/tape.h"
#include "core/tensor/rng.h"

// A recurrent layer computes x W + b of all tokens first, or in each step with what the state
// gives; both are one layer.
namespace glassformer {
namespace {

constexpr int inputs = 5, width = 19;
constexpr double tolerance = sizeof(Real) == 8 ? 1e-12 : 2e-5;

// Sentences of 1, 2, 3 … tokens.
std::vector<int> begins_of(int sentences) {
  std::vector<int> begins{0};
  for (int i = 1; i <= sentences; ++i) begins.push_back(begins.back() + i);
  return begins;
}

// The nodes of one layer on a tape.
struct Layer {
  Layer(Tape& tape, int gates, int states, int sentences, int columns = inputs)
      : begins(begins_of(sentences)),
        x(tape.input(normal({begins.back(), columns}, 1, 1))),
        w(tape.input(normal({columns, gates * width}, 0.3, 2))),
        b(tape.input(normal({1, gates * width}, 1, 3))),
        u(tape.input(normal({width, gates * width}, 0.3, 4))),
        first(tape.input(normal({sentences, states * width}, 1, 5))),
        bias(tape.input(normal({1, width}, 1, 6))) {}

  std::vector<int> begins;
  Var x, w, b, u, first, bias;
};

struct Case {
  std::string_view op, layer_op;
  int gates, states;
  std::function<Var(Tape&, const Layer&, bool reversed)> at_once, layer;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"elman", "elman_layer", 1, 1,
       [](Tape& t, const Layer& l, bool reversed) {
         return elman(t, affine(t, l.x, l.w, l.b), l.u, l.first, l.begins, reversed);
       },
       [](Tape& t, const Layer& l, bool reversed) {
         return elman(t, l.x, l.u, l.first, l.begins, reversed, {l.w, l.b});
       }},
      {"gru", "gru_layer", 3, 1,
       [](Tape& t, const Layer& l, bool reversed) {
         return gru(t, affine(t, l.x, l.w, l.b), l.u, l.first, l.begins, reversed);
       },
       [](Tape& t, const Layer& l, bool reversed) {
         return gru(t, l.x, l.u, l.first, l.begins, reversed, {l.w, l.b});
       }},
      {"gru_reset_after", "gru_reset_after_layer", 3, 1,
       [](Tape& t, const Layer& l, bool reversed) {
         return gru_reset_after(t, affine(t, l.x, l.w, l.b), l.u, l.first, l.bias, l.begins,
                                reversed);
       },
       [](Tape& t, const Layer& l, bool reversed) {
         return gru_reset_after(t, l.x, l.u, l.first, l.bias, l.begins, reversed, {l.w, l.b});
       }},
      {"lstm", "lstm_layer", 4, 2,
       [](Tape& t, const Layer& l, bool reversed) {
         return lstm(t, affine(t, l.x, l.w, l.b), l.u, l.first, l.begins, reversed);
       },
       [](Tape& t, const Layer& l, bool reversed) {
         return lstm(t, l.x, l.u, l.first, l.begins, reversed, {l.w, l.b});
       }},
  };
  return all;
}

TEST(RecurrentLayers, InStepsAreAsAllAtOnce) {
  for (const Case& c : cases()) {
    for (const bool reversed : {false, true}) {
      Tape at_once, in_steps;
      const Layer one(at_once, c.gates, c.states, 20), other(in_steps, c.gates, c.states, 20);
      const Var want = c.at_once(at_once, one, reversed), got = c.layer(in_steps, other, reversed);
      EXPECT_LE(largest_difference(in_steps.value(got), at_once.value(want)), tolerance) << c.op;
      at_once.backward(want);
      in_steps.backward(got);
      for (const Var Layer::*input : {&Layer::x, &Layer::w, &Layer::b, &Layer::u, &Layer::first}) {
        EXPECT_LE(largest_difference(in_steps.grad(other.*input), at_once.grad(one.*input)),
                  100 * tolerance)
            << c.op;
      }
    }
  }
}

TEST(RecurrentLayers, GoInStepsWhereManySentencesReadFewWeights) {
  for (const Case& c : cases()) {
    const auto op_of = [&c](int sentences, int columns) {
      Tape tape;
      const Layer layer(tape, c.gates, c.states, sentences, columns);
      return tape.node(c.layer(tape, layer, false)).op->name;
    };
    EXPECT_EQ(op_of(16, inputs), c.layer_op);
    EXPECT_EQ(op_of(15, inputs), c.op);
    const int too_many = (2 << 20) / static_cast<int>(sizeof(Real)) / (c.gates * width);
    EXPECT_EQ(op_of(16, too_many), c.op);
  }
}

}  // namespace
}  // namespace glassformer
