// The whole model, loss and all, against central differences: every parameter.
#include <gtest/gtest.h>

#include <cmath>

#include "core/grad/ops.h"
#include "core/models/transformer.h"
#include "core/tensor/rng.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

static_assert(sizeof(Real) == 8, "a difference in float proves nothing");

TransformerConfig config() {
  TransformerConfig made;
  made.d_model = 4;
  made.heads = 2;
  made.encoder_layers = made.decoder_layers = 1;
  made.d_ff = 6;
  made.max_len = 8;
  made.source_vocab_size = 7;
  made.target_vocab_size = 6;
  return made;
}

testing::PackedTokens pairs() {
  testing::PackedTokens made;
  made.add({4, 5, 6, 2}, {1, 4, 5});
  made.add({5, 2}, {1, 5, 4, 4});
  return made;
}

Var loss_on(Tape& tape, const Transformer& network, const Params& params) {
  const testing::PackedTokens given = pairs();
  const Var logits = testing::packed_logits(tape, network, params, given, 17);
  return cross_entropy(tape, logits, given.next, network.label_smoothing());
}

double loss_of(const Transformer& network, const Params& params) {
  Tape tape;
  return tape.value(loss_on(tape, network, params))(0, 0);
}

void check(const TransformerConfig& config) {
  const Transformer network(config);
  Params params = make_params(network.parameters(), 3);
  // Norms away from 1 and 0, biases away from 0: else half of the paths carry nothing.
  for (int i = 0; i < params.size(); ++i) {
    if (params.value(i).rows() > 1) continue;
    const Mat more = normal(params.value(i).shape(), 0.3, 100 + static_cast<std::uint64_t>(i));
    for (std::size_t c = 0; c < more.size(); ++c) params.value(i).cells()[c] += more.cells()[c];
  }
  Tape tape;
  tape.backward(loss_on(tape, network, params));
  double largest = 0;
  for (int i = 0; i < params.size(); ++i) {
    const Mat gradient = tape.grad(Var{i});
    for (std::size_t c = 0; c < gradient.size(); ++c) {
      Real& cell = params.value(i).cells()[c];
      const double x = cell, h = 1e-4;
      const auto f = [&](double at) {
        cell = at;
        return loss_of(network, params);
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
  made.activation = Activation::gelu;
  check(made);
}

TEST(TransformerGradient, LearnedPositionsAndAnOutputOfItsOwn) {
  TransformerConfig made = config();
  made.positions = PositionKind::learned;
  made.tied = false;
  made.label_smoothing = 0;
  check(made);
}

TEST(TransformerGradient, RotaryPositions) {
  TransformerConfig made = config();
  made.positions = PositionKind::rotary;
  check(made);
}

TEST(TransformerGradient, AlibiWithTheOtherGelu) {
  TransformerConfig made = config();
  made.positions = PositionKind::alibi;
  made.activation = Activation::gelu_tanh;
  check(made);
}

TEST(TransformerGradient, OneSharedEmbedding) {
  TransformerConfig made = config();
  made.shared = true;
  made.source_vocab_size = made.target_vocab_size = 7;
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
