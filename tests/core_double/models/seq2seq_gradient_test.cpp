// Recurrent encoder–decoders as a whole, loss and all, against central differences: every
// parameter.
#include <gtest/gtest.h>

#include <cmath>

#include "core/grad/ops.h"
#include "tests/core/models/seq2seq_cases.h"

namespace glassformer {
namespace {

static_assert(sizeof(Real) == 8, "a difference in float proves nothing");

double loss_of(const Seq2Seq& network, const Params& params, Tape& tape, bool back) {
  Tokens source, target;
  source.add({4, 5, 6, 2});
  source.add({5, 2});
  target.add({1, 4});
  target.add({1, 5, 4});
  Pass pass = Pass::packed(tape, params);
  const Var logits = network.logits(pass, network.encode(pass, source), source, target);
  const Var loss = cross_entropy(tape, logits, {4, 2, 5, 4, 2});
  if (back) tape.backward(loss);
  return tape.value(loss)(0, 0);
}

class EverySeq2SeqGradient : public ::testing::TestWithParam<testing::Seq2SeqCase> {};

TEST_P(EverySeq2SeqGradient, IsTheSlope) {
  const Seq2Seq network(GetParam().config);
  Params params = testing::moved_params(network);
  Tape tape;
  loss_of(network, params, tape, true);
  double largest = 0;
  for (int i = 0; i < params.size(); ++i) {
    const Mat gradient = tape.grad(Var{i});
    for (std::size_t c = 0; c < gradient.size(); ++c) {
      Real& cell = params.value(i).cells()[c];
      const double x = cell, h = 1e-4;
      const auto f = [&](double at) {
        cell = at;
        Tape other;
        return loss_of(network, params, other, false);
      };
      const double measured =  // the error falls with h⁴
          (-f(x + 2 * h) + 8 * f(x + h) - 8 * f(x - h) + f(x - 2 * h)) / (12 * h);
      cell = x;
      ASSERT_NEAR(gradient.cells()[c], measured, 1e-7 * std::max(1.0, std::abs(measured)))
          << params.name(i) << " cell " << c;
      largest = std::max(largest, std::abs(measured));
    }
  }
  EXPECT_GT(largest, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EverySeq2SeqGradient, ::testing::ValuesIn(testing::seq2seq_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace glassformer
