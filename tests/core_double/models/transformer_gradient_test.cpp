// The whole model, loss and all, against central differences: every parameter.
#include <gtest/gtest.h>

#include <cmath>

#include "core/grad/ops.h"
#include "core/models/packed_transformer.h"
#include "core/tensor/rng.h"

namespace glassformer {
namespace {

static_assert(sizeof(Real) == 8, "a difference in float proves nothing");

TransformerConfig config() {
  TransformerConfig made;
  made.d_model = 4;
  made.heads = 2;
  made.encoder_layers = made.decoder_layers = 1;
  made.d_ff = 6;
  made.longest = 8;
  made.source_words = 7;
  made.target_words = 6;
  return made;
}

PackedPairs pairs() {
  PackedPairs made;
  made.add({4, 5, 6, 2}, {1, 4, 5});
  made.add({5, 2}, {1, 5, 4, 4});
  return made;
}

double loss_of(const TransformerConfig& config, const Params& params) {
  PackedTransformer model(config, params);
  Tape tape;
  model.begin(tape, 17);
  return tape.value(model.loss(pairs(), true))(0, 0);
}

void check(const TransformerConfig& config) {
  Params params = make_params(config, 3);
  // Norms away from 1 and 0, biases away from 0: else half of the paths carry nothing.
  for (int i = 0; i < params.size(); ++i) {
    if (params.value(i).rows() > 1) continue;
    const Mat more = normal(params.value(i).shape(), 0.3, 100 + static_cast<std::uint64_t>(i));
    for (std::size_t c = 0; c < more.size(); ++c) params.value(i).cells()[c] += more.cells()[c];
  }
  PackedTransformer model(config, params);
  Tape tape;
  model.begin(tape, 17);
  tape.backward(model.loss(pairs(), true));
  double largest = 0;
  for (int i = 0; i < params.size(); ++i) {
    const Mat gradient = tape.grad(Var{i});
    for (std::size_t c = 0; c < gradient.size(); ++c) {
      Real& cell = params.value(i).cells()[c];
      const double x = cell, h = 1e-4;
      const auto f = [&](double at) {
        cell = at;
        return loss_of(config, params);
      };
      // The error falls with h⁴.
      const double measured =
          (-f(x + 2 * h) + 8 * f(x + h) - 8 * f(x - h) + f(x - 2 * h)) / (12 * h);
      cell = x;
      ASSERT_NEAR(gradient.cells()[c], measured, 1e-7 * std::max(1.0, std::abs(measured)))
          << params.name(i) << " cell " << c;
      largest = std::max(largest, std::abs(measured));
    }
  }
  EXPECT_GT(largest, 0.01);
}

TEST(TransformerGradient, PostNorm) {
  check(config());
}

TEST(TransformerGradient, PreNormWithGelu) {
  TransformerConfig made = config();
  made.pre_norm = true;
  made.activation = TransformerConfig::Activation::gelu;
  check(made);
}

TEST(TransformerGradient, LearnedPositionsAndAnOutputOfItsOwn) {
  TransformerConfig made = config();
  made.positions = TransformerConfig::Positions::learned;
  made.tied = false;
  made.label_smoothing = 0;
  check(made);
}

TEST(TransformerGradient, OneSharedEmbedding) {
  TransformerConfig made = config();
  made.shared = true;
  made.source_words = made.target_words = 7;
  check(made);
}

TEST(TransformerGradient, ADecoderAlone) {
  TransformerConfig made = config();
  made.encoder_layers = 0;
  made.decoder_layers = 2;
  made.dropout = 0;
  check(made);
}

}  // namespace
}  // namespace glassformer
