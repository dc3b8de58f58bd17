#pragma once

#include <optional>
#include <vector>

#include "core/models/network.h"
#include "core/models/transformer_config.h"
#include "core/nn/embedding.h"
#include "core/nn/transformer_layer.h"

namespace glassformer {

// The Transformer (Vaswani et al. 2017, §3). Without encoder layers it is a decoder alone.
class Transformer : public NextTokenNetwork {
 public:
  explicit Transformer(const TransformerConfig& config);

  std::string_view architecture() const override { return "transformer"; }
  std::string config() const override { return to_json(config_); }
  std::string summary() const override;
  const TransformerConfig& sizes() const { return config_; }

  bool has_encoder() const override { return config_.encoder_layers > 0; }
  int vocab_size() const override { return config_.target_vocab_size; }
  int source_vocab_size() const override { return config_.source_vocab_size; }
  int max_len() const override { return config_.max_len; }
  int d_model() const override { return config_.d_model; }
  double label_smoothing() const override { return config_.label_smoothing; }
  Var encode(Pass& pass, const Tokens& source) const override;
  Var logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target) const override;
  // The tables of learned positions, as indices into the Params; −1: there is none.
  int source_positions() const { return source_position_ ? source_position_->table() : -1; }
  int target_positions() const { return target_position_->table(); }

 private:
  // An embedding and the positions that are added to it.
  Var embed(Pass& pass, const Embedding& embedding, const Position& position,
            const Tokens& tokens) const;

  TransformerConfig config_;
  std::optional<Embedding> source_embedding_, target_embedding_;
  std::optional<Position> source_position_, target_position_;
  std::vector<EncoderLayer> encoder_;
  std::optional<Norm> encoder_norm_;  // with pre_norm: after the last layer
  std::vector<DecoderLayer> decoder_;
  std::optional<Norm> decoder_norm_;
  std::optional<Unembedding> output_;
};

}  // namespace glassformer
