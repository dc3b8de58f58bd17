#include "core/models/transformer_cost.h"

#include <gtest/gtest.h>

#include "core/models/transformer.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

Params made_params(const TransformerConfig& config, std::uint64_t seed) {
  return make_params(Transformer(config).parameters(), seed);
}

void check_params(const TransformerConfig& config, const Params& params) {
  matched_params(Transformer(config).parameters(), params, "model");
}

// Table 3 of the paper says 65 and 213 million; counted from its own description, without biases
// in the attention, they are these.
TEST(TransformerConfig, CountsThePapersModels) {
  EXPECT_EQ(parameter_count(base_transformer()), 63'045'632);
  EXPECT_NEAR(static_cast<double>(parameter_count(big_transformer())) / 1e6, 214, 0.5);
}

TEST(TransformerConfig, CountsEachPart) {
  const auto parts = parameter_counts(base_transformer());
  ASSERT_EQ(parts.size(), 13u);
  EXPECT_EQ(parts[0].part, "embedding");
  EXPECT_EQ(parts[0].cells, 37'000 * 512);
  EXPECT_EQ(parts[1].part, "encoder.0");
  EXPECT_EQ(parts[1].cells, 4 * 512 * 512 + 2 * 512 * 2048 + 2048 + 512 + 4 * 512);
  EXPECT_EQ(parts[12].part, "decoder.5");
  EXPECT_EQ(parts[12].cells, 8 * 512 * 512 + 2 * 512 * 2048 + 2048 + 512 + 6 * 512);
}

TEST(TransformerConfig, MadeParamsAreWhatItCounts) {
  TransformerConfig config = tiny_transformer();
  for (const bool tied : {true, false}) {
    for (const bool pre_norm : {true, false}) {
      config.tied = tied;
      config.pre_norm = pre_norm;
      config.positions = tied ? PositionKind::learned : PositionKind::sinusoidal;
      const Params params = made_params(config, 1);
      EXPECT_EQ(static_cast<std::int64_t>(params.cells()), parameter_count(config));
      EXPECT_NO_THROW(check_params(config, params));
      for (const char* name : {"decoder.1.cross_attention.wo", "encoder.0.ffn.w1"}) {
        EXPECT_GE(params.find(name), 0) << name;
      }
      EXPECT_EQ(params.find("decoder.output") < 0, tied);
    }
  }
}

TEST(TransformerConfig, EqualSeedsDrawEqualParamsAndACopyIsDeep) {
  const TransformerConfig config = tiny_transformer();
  Params one = made_params(config, 3);
  const Params two = made_params(config, 3), other = made_params(config, 4);
  const Params copy = one;
  const int wq = one.find("encoder.0.self_attention.wq");
  EXPECT_EQ(one.value(wq), two.value(wq));
  EXPECT_NE(one.value(wq), other.value(wq));
  one.value(wq)(0, 0) += 1;
  EXPECT_EQ(copy.value(wq), two.value(wq));
}

TEST(TransformerConfig, RefusesWhatCannotBeBuilt) {
  const auto refused = [](auto change) {
    TransformerConfig config = tiny_transformer();
    change(config);
    EXPECT_THROW(config.check(), UserError);
  };
  refused([](TransformerConfig& c) { c.d_model = 30; });  // 4 heads
  refused([](TransformerConfig& c) { c.d_model = 0; });
  refused([](TransformerConfig& c) { c.heads = 0; });
  refused([](TransformerConfig& c) { c.decoder_layers = 0; });
  refused([](TransformerConfig& c) { c.dropout = 1; });
  refused([](TransformerConfig& c) { c.label_smoothing = -0.1; });
  refused([](TransformerConfig& c) { c.target_vocab_size = 1; });
  refused([](TransformerConfig& c) { c.shared = true, c.target_vocab_size = 65; });
  EXPECT_NO_THROW(tiny_transformer().check());
}

TEST(TransformerConfig, ParamsMustBeThoseOfTheConfiguration) {
  TransformerConfig config = tiny_transformer();
  const Params params = made_params(config, 1);
  config.d_ff = 65;
  EXPECT_THROW(check_params(config, params), UserError);
  config = tiny_transformer();
  config.decoder_layers = 3;
  EXPECT_THROW(check_params(config, params), UserError);
  config.decoder_layers = 1;
  EXPECT_THROW(check_params(config, params), UserError);
}

// By hand: one layer each, d_model 4, d_ff 8, 3 and 2 tokens, 5 words.
TEST(TransformerConfig, CountsOperations) {
  TransformerConfig config = tiny_transformer();
  config.d_model = 4;
  config.encoder_layers = config.decoder_layers = 1;
  config.d_ff = 8;
  config.target_vocab_size = 5;
  const double encoder = 3 * 4 * 16 + 2 * 9 * 4 + 3 * 2 * 4 * 8;
  const double self = 2 * 4 * 16 + 2 * 4 * 4, cross = 2 * 2 * 16 + 3 * 2 * 16 + 2 * 6 * 4;
  const double decoder = self + cross + 2 * 2 * 4 * 8;
  EXPECT_EQ(forward_flops(config, 3, 2), 2 * (encoder + decoder + 2 * 4 * 5));
  EXPECT_EQ(training_flops(config, 3, 2), 3 * forward_flops(config, 3, 2));
}

}  // namespace
}  // namespace glassformer
