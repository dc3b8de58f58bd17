#pragma once

#include <optional>
#include <vector>

#include "core/models/network.h"
#include "core/nn/embedding.h"
#include "core/nn/transformer_layer.h"

namespace glassformer {

// The shape of a decoder alone (Radford et al. 2018; GPT-2: Radford et al. 2019, §2.3), and what
// has become usual since: Llama's is RMS norms, gates, rotary positions, fewer key/value heads and
// no biases (Touvron et al. 2023, §2.2).
struct GptConfig {
  int vocab_size = 0;
  int max_len = 1024;  // tokens
  int d_model = 768;
  int heads = 12;
  int layers = 12;
  int d_ff = 3072;
  Activation activation = Activation::gelu_tanh;
  PositionKind positions = PositionKind::learned;
  bool pre_norm = true;
  double epsilon = 1e-5;  // of the normalisation
  bool tied = true;       // the output layer is the embedding, transposed
  double dropout = 0.1;

  NormKind norm = NormKind::layer;
  bool gated = false;  // the feed-forward network
  int kv_heads = 0;    // 0: as many as heads
  int d_k = 0;         // columns of a head; 0: d_model / heads
  // Of queries, keys and values; of W^O; of the feed-forward network.
  bool attention_biases = true, output_bias = true, feed_forward_biases = true;
  bool fused = true;  // queries, keys and values come of one matrix
  // Of rotary positions: what Rotary has.
  double rotary_base = 10000;
  bool rotary_halves = false;
  Rotary::Scaling rotary_scaling = Rotary::Scaling::none;
  double rotary_factor = 1, rotary_low = 1, rotary_high = 4;
  int rotary_original = 8192;
  // It was trained with attention to so many tokens back; here texts end where that would matter.
  // 0: to all.
  int window = 0;

  bool operator==(const GptConfig&) const = default;
  Rotary rotary() const {
    return {rotary_base, rotary_halves, rotary_scaling, rotary_factor,
            rotary_low,  rotary_high,   rotary_original};
  }
  int longest() const { return window > 0 && window < max_len ? window : max_len; }
  void check() const;  // throws UserError: which number cannot be, and what it may be
};
// With Llama's choices in place of GPT-2's; sizes stay.
GptConfig as_llama(GptConfig config);
// The d_ff of a decoder that is given none: 4 d_model, with gates two thirds of it, which are as
// many parameters (Shazeer 2020, section 2).
int usual_d_ff(const GptConfig& config);
std::string to_json(const GptConfig& config);
// Throws UserError naming line and field of whatever is wrong in the text.
GptConfig gpt_config_from_json(std::string_view text, const std::string& named);

// A language model: each token attends to itself and to those before it.
class Gpt : public NextTokenNetwork {
 public:
  explicit Gpt(const GptConfig& config);

  std::string_view architecture() const override { return "gpt"; }
  std::string config() const override { return to_json(config_); }
  std::string summary() const override;
  const GptConfig& sizes() const { return config_; }

  bool has_encoder() const override { return false; }
  int vocab_size() const override { return config_.vocab_size; }
  int max_len() const override { return config_.longest(); }
  int d_model() const override { return config_.d_model; }
  bool decodes_by_rows() const override { return true; }
  Var logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target) const override;

 private:
  GptConfig config_;
  std::optional<Embedding> embedding_;
  std::optional<Position> position_;
  std::vector<EncoderLayer> layers_;  // with a causal mask
  std::optional<Norm> norm_;          // with pre_norm: after the last layer
  std::optional<Unembedding> output_;
};

}  // namespace glassformer
