// Direct preference optimisation through a whole decoder, against central differences: every
// parameter.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "core/grad/ops.h"
#include "core/models/asked.h"
#include "core/models/gpt.h"
#include "core/train/preference_loss.h"

namespace glassformer {
namespace {

static_assert(sizeof(Real) == 8, "a difference in float proves nothing");

constexpr double kBeta = 0.3;
const AskedIds better{{0, 1, 2}, {3, 4}}, worse{{0, 1, 2}, {4, 5, 3, 1}}, better_too{{5, 2}, {1}},
    worse_too{{5, 2}, {0, 0}};
const Mat ref_better{{-2.5, -1.5}}, ref_worse{{-6, -4}};

Var loss_on(Tape& tape, const Gpt& network, const Params& params) {
  Pass pass = Pass::packed(tape, params);
  const std::vector<const AskedIds*> all{&better, &better_too, &worse, &worse_too};
  const Var sums = log_probabilities(pass, network, all);
  return preference_loss(tape, slice_cols(tape, sums, 0, 2), slice_cols(tape, sums, 2, 2),
                         ref_better, ref_worse, kBeta);
}

TEST(PreferenceGradient, EqualsCentralDifferences) {
  GptConfig config;
  config.vocab_size = 6;
  config.max_len = 8;
  config.d_model = 4;
  config.heads = 2;
  config.layers = 1;
  config.d_ff = 6;
  config.dropout = 0;
  const Gpt network(config);
  Params params = make_params(network.parameters(), 5);
  Tape tape;
  const Var loss = loss_on(tape, network, params);
  tape.backward(loss);
  const auto value = [&] {
    Tape other;
    return other.value(loss_on(other, network, params))(0, 0);
  };
  for (int i = 0; i < params.size(); ++i) {
    const Mat gradient = tape.grad(Var{i});
    for (std::size_t c = 0; c < gradient.size(); ++c) {
      Real& cell = params.value(i).cells()[c];
      const double x = cell, h = 1e-5;
      cell = x + h;
      const double up = value();
      cell = x - h;
      const double down = value();
      cell = x;
      EXPECT_NEAR(gradient.cells()[c], (up - down) / (2 * h), 1e-8) << params.name(i) << " " << c;
    }
  }
}

// The gradient of one pair is −β σ(−m) times the difference of both (equation 7's gradient, section
// 4 of the paper).
TEST(PreferenceGradient, WeighsAPairByHowWrongItIs) {
  for (const double margin : {-4.0, 0.0, 4.0}) {
    Tape tape;
    const Var up = tape.input(Mat{{margin / kBeta - 7}}), down = tape.input(Mat{{-8}});
    const Var loss = preference_loss(tape, up, down, Mat{{-7}}, Mat{{-8}}, kBeta);
    tape.backward(loss);
    const double weight = kBeta / (1 + std::exp(margin));
    EXPECT_NEAR(std::as_const(tape).grad(up)(0, 0), -weight, 1e-12);
    EXPECT_NEAR(std::as_const(tape).grad(down)(0, 0), weight, 1e-12);
  }
}

}  // namespace
}  // namespace glassformer
