#pragma once

#include <optional>
#include <vector>

#include "core/models/network.h"
#include "core/nn/embedding.h"
#include "core/nn/transformer_layer.h"

namespace glassformer {

// The shape of a decoder alone (Radford et al. 2018; GPT-2: Radford et al. 2019, §2.3).
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
  double epsilon = 1e-5;  // of the layer normalisation
  bool tied = true;       // the output layer is the embedding, transposed
  double dropout = 0.1;

  bool operator==(const GptConfig&) const = default;
  void check() const;  // throws UserError: which number cannot be, and what it may be
};
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
  int max_len() const override { return config_.max_len; }
  int d_model() const override { return config_.d_model; }
  Var logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target) const override;

 private:
  GptConfig config_;
  std::optional<Embedding> embedding_;
  std::optional<Position> position_;
  std::vector<EncoderLayer> layers_;  // with a causal mask
  std::optional<LayerNorm> norm_;     // with pre_norm: after the last layer
  std::optional<Unembedding> output_;
};

}  // namespace glassformer
