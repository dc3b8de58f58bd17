// What hard attention learns of a draw is on average the gradient of the expected loss: exactly so,
// summed over all draws that there are.
#include <gtest/gtest.h>

#include <cmath>

#include "core/grad/ops.h"
#include "core/models/seq2seq.h"
#include "core/train/attention_losses.h"
#include "tests/core/models/seq2seq_cases.h"

namespace glassformer {
namespace {

static_assert(sizeof(Real) == 8, "a difference in float proves nothing");

Tokens tokens_of(const std::vector<std::vector<int>>& sentences) {
  Tokens tokens;
  for (const auto& sentence : sentences) tokens.add(sentence);
  return tokens;
}

const Tokens source = tokens_of({{4, 5, 2}, {6, 2}}), target = tokens_of({{1, 4}, {1}});
const std::vector<int> next{4, 2, 5};

// One draw for each row of the target, in the order in which the network asks for them.
struct Ran {
  double loss = 0;
  std::vector<std::vector<double>> weights;
  std::vector<Mat> gradients;
};

Ran ran(const Seq2Seq& network, const Params& params, const std::vector<double>& draws,
        const Baseline& baseline, bool backward) {
  Tape tape;
  Pass pass = Pass::packed(tape, params);
  std::size_t asked = 0;
  AttentionLog log([&](int rows) {
    Mat some(rows, 1);
    for (Real& cell : some.cells()) cell = draws[asked++];
    return some;
  });
  const Var logits = network.logits(pass, network.encode(pass, source), source, target, log);
  const Var loss = cross_entropy(tape, logits, next);
  Ran made;
  made.loss = tape.value(loss)(0, 0);
  for (const Look& look : log.looks()) {
    const Mat& scores = tape.value(look.scores);
    for (int i = 0; i < scores.rows(); ++i) {
      double sum = 0;
      made.weights.emplace_back();
      for (const Real score : scores.row(i)) sum += std::exp(score);
      for (const Real score : scores.row(i)) made.weights.back().push_back(std::exp(score) / sum);
    }
  }
  if (!backward) return made;
  Rewards rewards;
  const Var more = attention_loss(tape, log, logits, {target, next, {}, 3}, {}, baseline, rewards);
  tape.backward(add(tape, loss, more));
  for (int i = 0; i < params.size(); ++i) made.gradients.push_back(tape.grad(Var{i}));
  return made;
}

// Each way to choose a position for every row: how probable it is, and the draws that lead there.
void for_all_choices(const Seq2Seq& network, const Params& params,
                     const std::function<void(double, const std::vector<double>&)>& body) {
  const std::function<void(std::vector<double>, std::size_t, double)> go =
      [&](std::vector<double> draws, std::size_t row, double probability) {
        if (row == draws.size()) return body(probability, draws);
        const auto weights = ran(network, params, draws, {}, false).weights[row];
        double before = 0;
        for (const double weight : weights) {
          if (weight > 0) {
            draws[row] = before + weight / 2;
            go(draws, row + 1, probability * weight);
          }
          before += weight;
        }
      };
  go(std::vector<double>(3), 0, 1);
}

double expected_loss(const Seq2Seq& network, const Params& params) {
  double expected = 0;
  for_all_choices(network, params, [&](double probability, const std::vector<double>& draws) {
    expected += probability * ran(network, params, draws, {}, false).loss;
  });
  return expected;
}

class Reinforce : public ::testing::TestWithParam<testing::Seq2SeqCase> {};

TEST_P(Reinforce, IsOnAverageTheGradientOfTheExpectedLoss) {
  const Seq2Seq network(GetParam().config);
  Params params = testing::moved_params(network);
  Baseline baseline;
  Rewards usual;
  usual.add(0, -1.7);
  usual.add(1, -0.4);
  baseline.take(usual);
  std::vector<Mat> mean;
  for (int i = 0; i < params.size(); ++i) mean.emplace_back(params.value(i).shape());
  double total = 0, most = 0;
  for_all_choices(network, params, [&](double probability, const std::vector<double>& draws) {
    total += probability;
    const Ran made = ran(network, params, draws, baseline, true);
    for (std::size_t i = 0; i < mean.size(); ++i) {
      if (made.gradients[i].empty()) continue;
      for (std::size_t c = 0; c < mean[i].size(); ++c) {
        mean[i].cells()[c] += probability * made.gradients[i].cells()[c];
      }
    }
  });
  EXPECT_NEAR(total, 1, 1e-12);
  for (int i = 0; i < params.size(); ++i) {
    const std::size_t step = std::max<std::size_t>(1, params.value(i).size() / 6);
    for (std::size_t c = 0; c < params.value(i).size(); c += step) {
      Real& cell = params.value(i).cells()[c];
      const double x = cell, h = 1e-5;
      cell = x + h;
      const double up = expected_loss(network, params);
      cell = x - h;
      const double down = expected_loss(network, params);
      cell = x;
      const double slope = (up - down) / (2 * h);
      most = std::max(most, std::abs(slope));
      EXPECT_NEAR(mean[static_cast<std::size_t>(i)].cells()[c], slope, 1e-7)
          << params.name(i) << " " << c;
    }
  }
  EXPECT_GT(most, 0.01) << "something is learned at all";
}

std::vector<testing::Seq2SeqCase> hard_cases() {
  std::vector<testing::Seq2SeqCase> cases;
  for (testing::Seq2SeqCase one : testing::seq2seq_cases()) {
    if (one.config.pick == AlignmentPick::hard) cases.push_back(one);
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Kinds, Reinforce, ::testing::ValuesIn(hard_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace glassformer
