// The Llama family: a naive twin in double of the tensors as their files name them, the three ways
// to run it, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "core/models/gpt.h"
#include "tests/core/models/llama_twin.h"
#include "tests/support/message_of.h"

namespace glassformer {
namespace {

using testing::expect_twin;
using testing::ids;
using testing::imported;
using testing::message_of;
using testing::Row;
using testing::small_llama;
using testing::small_llama_json;
using testing::stepped;
using testing::traced;
using testing::Twin;

std::string with(std::string config, const std::string& from, const std::string& to) {
  const std::size_t at = config.find(from);
  EXPECT_NE(at, config.npos) << from;
  return config.replace(at, from.size(), to);
}

Mat packed(const Checkpoint& model) {
  Tape tape;
  Pass pass = Pass::packed(tape, model.params);
  Tokens tokens;
  tokens.add({3, 3, 8});
  tokens.add(ids);
  const Mat all = tape.value(next_token_network(model).logits(pass, {}, {}, tokens));
  Mat last(static_cast<int>(ids.size()), all.cols());
  for (int r = 0; r < last.rows(); ++r) std::ranges::copy(all.row(r + 3), last.row(r).begin());
  return last;
}

Mat cached(const Checkpoint& model) {
  return stepped(*make_decoder(next_token_network(model), model.params, {}));
}

TEST(Llama, ComputesWhatItsFilesMean) {
  const auto plain = small_llama();
  expect_twin(traced(imported(plain)), Twin(plain).logits());
}

TEST(Llama, BiasesWhereThereAre) {
  const auto biased = small_llama("model.", true);
  expect_twin(traced(imported(biased, with(small_llama_json, "\"llama\"", "\"qwen2\""))),
              Twin(biased).logits());
}

TEST(Llama, ATiedOutputLayerIsTheEmbedding) {
  const auto tied = small_llama("model.", false, true);
  const Checkpoint model =
      imported(tied, with(small_llama_json, "embeddings\": false", "embeddings\": true"));
  expect_twin(traced(model), Twin(tied).logits());
  EXPECT_EQ(model.params.find("output"), -1);
  EXPECT_TRUE(model.notes.empty());
}

TEST(Llama, NamesMayHaveAnyPrefix) {
  const Mat plain = traced(imported());
  for (const char* const prefix :
       {"", "_orig_mod.model.", "module.model.", "module._orig_mod.model.", "transformer.model."}) {
    EXPECT_EQ(traced(imported(small_llama(prefix))), plain) << prefix;
  }
}

TEST(Llama, TracedPackedAndCachedAgree) {
  for (const bool biases : {false, true}) {
    const Checkpoint model = imported(small_llama("model.", biases));
    const Mat of_trace = traced(model);
    EXPECT_LT(largest_difference(of_trace, packed(model)), 2e-5);
    EXPECT_LT(largest_difference(of_trace, cached(model)), 2e-5);
    for (const WeightWidth width : {WeightWidth::f32, WeightWidth::bf16, WeightWidth::int8}) {
      Checkpoint rounded = model;
      rounded.params = as_decoded(model.network->parameters(), model.params, width);
      EXPECT_LT(largest_difference(traced(rounded), stepped(*make_decoder(model, width))), 3e-5)
          << name(width);
    }
  }
}

// int8: a row's largest cell is 127 steps, and a cell is at most half a step off. bf16: 8 bits.
TEST(Llama, RoundedWeightsAreAsNearAsTheirWidthAllows) {
  const Checkpoint model = imported();
  const auto parameters = model.network->parameters();
  const Params in_8 = as_decoded(parameters, model.params, WeightWidth::int8),
               in_16 = as_decoded(parameters, model.params, WeightWidth::bf16);
  double farthest = 0;  // in halves of a step
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const auto of_outputs = [&](const Params& params) {
      const Mat& m = params.value(static_cast<int>(p));
      return parameters[p].is_table ? m : transpose(m);
    };
    const Mat given = of_outputs(model.params), bytes = of_outputs(in_8),
              halves = of_outputs(in_16);
    for (int r = 0; r < given.rows(); ++r) {
      double largest = 0;
      for (const Real cell : given.row(r)) largest = std::max(largest, std::abs(double{cell}));
      for (int c = 0; c < given.cols(); ++c) {
        const double half = largest / 127 / 2, off = std::abs(double{bytes(r, c)} - given(r, c));
        farthest = std::max(farthest, off / half);
        ASSERT_LE(off, half * 1.0001) << model.params.name(static_cast<int>(p));
        ASSERT_NEAR(halves(r, c), given(r, c), std::abs(given(r, c)) / 256);
      }
    }
  }
  EXPECT_GT(farthest, 0.9) << "of hundreds of cells some lie between two steps";
}

// Two pairs, ω = 1 and 0.1; 32 tokens turn them 5.09 and 0.509 times. Of 1 … 8 times the first has
// (5.09 − 1) / 7 of its own and the rest of a quarter; the second turns less than once.
TEST(Llama, TurnsByTheFrequenciesForLongerTexts) {
  const auto tensors = small_llama();
  const Checkpoint model =
      imported(tensors, with(small_llama_json, "\"rope_theta\": 100.0",
                             R"("rope_theta": 100.0, "rope_scaling": {"rope_type": "llama3",
         "factor": 4, "low_freq_factor": 1, "high_freq_factor": 8,
         "original_max_position_embeddings": 32})"));
  const double keeps = (32 / (2 * std::numbers::pi) - 1) / 7;
  const Twin twin(tensors, {keeps + (1 - keeps) / 4, 0.1 / 4});
  expect_twin(traced(model), twin.logits());
  EXPECT_LT(largest_difference(traced(model), packed(model)), 2e-5);
  EXPECT_LT(largest_difference(traced(model), cached(model)), 2e-5);
}

// What a key/value head less costs is what the cache is smaller by.
TEST(Llama, TheCacheHoldsTheSharedHeadsAlone) {
  const Checkpoint model = imported();
  const auto decoder = make_decoder(next_token_network(model), model.params, {});
  stepped(*decoder);
  EXPECT_EQ(decoder->bytes(), 2 * 2 * ids.size() * 8 * sizeof(Real));
}

TEST(Llama, FrequenciesForLongerTexts) {
  const Rotary plain{.base = 10000};
  Rotary linear = plain, llama3 = plain;
  linear.scaling = Rotary::Scaling::linear;
  linear.factor = llama3.factor = 8;
  llama3.scaling = Rotary::Scaling::llama3;
  llama3.original = 8192;
  for (int pair = 0; pair < 32; ++pair) {
    const double own = plain.frequency(pair, 64);
    EXPECT_NEAR(linear.frequency(pair, 64), own / 8, 1e-12);
    // As published: by the wavelength, smoothed between the two limits.
    const double wave = 2 * std::numbers::pi / own;
    const double smooth = (8192 / wave - 1) / (4 - 1);
    const double wanted = wave < 8192.0 / 4   ? own
                          : wave > 8192.0 / 1 ? own / 8
                                              : (1 - smooth) * own / 8 + smooth * own;
    EXPECT_NEAR(llama3.frequency(pair, 64), wanted, 1e-9) << pair;
  }
}

TEST(Llama, ScalingIsReadInBothSpellings) {
  const auto sizes = [](const std::string& rope) {
    const Checkpoint model =
        imported(small_llama(), with(small_llama_json, "\"rope_theta\": 100.0", rope));
    return dynamic_cast<const Gpt&>(*model.network).sizes().rotary();
  };
  const Rotary old = sizes(R"("rope_theta": 5e5, "rope_scaling": {"type": "linear", "factor": 4})");
  EXPECT_EQ(old, (Rotary{5e5, true, Rotary::Scaling::linear, 4}));
  const Rotary now = sizes(
      R"("rope_parameters": {"rope_type": "llama3", "rope_theta": 5e5, "factor": 32,
         "low_freq_factor": 2, "high_freq_factor": 6, "original_max_position_embeddings": 4096})");
  EXPECT_EQ(now, (Rotary{5e5, true, Rotary::Scaling::llama3, 32, 2, 6, 4096}));
  const Rotary published = sizes(R"("rope_scaling": {"rope_type": "llama3", "factor": 8})");
  EXPECT_EQ(published, (Rotary{10000, true, Rotary::Scaling::llama3, 8, 1, 4, 8192}));
  EXPECT_NE(
      message_of([&] { sizes(R"("rope_scaling": {"type": "yarn", "factor": 4})"); }).find("yarn"),
      std::string::npos);
}

TEST(Llama, AWindowThatSlidesIsRefusedWhereItWouldMatter) {
  const Checkpoint model =
      imported(small_llama(), with(with(small_llama_json, "\"llama\"", "\"mistral\""),
                                   "\"rope_theta\"", "\"sliding_window\": 4, \"rope_theta\""));
  EXPECT_EQ(next_token_network(model).max_len(), 4);
  EXPECT_NO_THROW(traced(model, {1, 2, 3, 4}));
  EXPECT_EQ(message_of([&] {
              traced(model, {1, 2, 3, 4, 5});
            }),
            "the text has 5 tokens, but this model has a sliding window of 4, which is not "
            "computed; use a shorter text");
  ASSERT_EQ(model.notes.size(), 1U);
  EXPECT_NE(model.notes[0].find("sliding window"), std::string::npos);
}

TEST(Llama, AConfigThatLiesIsNamed) {
  const auto told = [](const std::string& from, const std::string& to) {
    return message_of([&] { imported(small_llama(), with(small_llama_json, from, to)); });
  };
  EXPECT_EQ(told("\"hidden_size\": 8", "\"hidden_size\": 16"),
            "model.safetensors: model.embed_tokens.weight is 11 × 8, but the configuration asks "
            "for 11 × 16");
  EXPECT_EQ(told("heads\": 2", "heads\": 3"),
            "config.json: 4 heads cannot share 3 key/value heads evenly; heads must be a multiple "
            "of kv_heads");
  EXPECT_EQ(told("heads\": 2", "heads\": 1"),
            "model.safetensors: model.layers.0.self_attn.k_proj.weight is 8 × 8, but the "
            "configuration asks for 4 × 8");
  EXPECT_EQ(told("layers\": 2", "layers\": 1"),
            "model.safetensors: nothing of the model that config.json describes is called "
            "model.layers.1.input_layernorm.weight");
  EXPECT_EQ(told("layers\": 2", "layers\": 3"),
            "model.safetensors: the tensor model.layers.2.input_layernorm.weight is missing; "
            "config.json describes a model that has it");
  EXPECT_NE(told("\"silu\"", "\"mish\"").find("mish"), std::string::npos);
  EXPECT_NE(told("\"llama\"", "\"mamba\"").find("llama, mistral and qwen2"), std::string::npos);
}

}  // namespace
}  // namespace glassformer
