#include "core/models/transformer.h"

#include <fmt/format.h>

#include <cmath>

#include "core/grad/ops.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

LayerConfig layer_config(const TransformerConfig& c) {
  LayerConfig layer;
  layer.d_model = c.d_model;
  layer.heads = c.heads;
  layer.d_ff = c.d_ff;
  layer.activation = c.activation;
  layer.gated = c.gated;
  layer.norm = c.norm;
  layer.pre_norm = c.pre_norm;
  layer.dropout = c.dropout;
  layer.positions = c.positions;
  return layer;
}

}  // namespace

Transformer::Transformer(const TransformerConfig& config) : config_(config) {
  config.check();
  const TransformerConfig& c = config_;
  using Scope = Declaration::Scope;
  if (c.shared) {
    const Scope scope(declaration_, "", "embedding");
    target_embedding_.emplace(declaration_, "embedding", c.target_vocab_size, c.d_model);
    if (has_encoder()) source_embedding_ = target_embedding_;
  } else {
    if (has_encoder()) {
      const Scope scope(declaration_, "encoder", "embedding");
      source_embedding_.emplace(declaration_, "embedding", c.source_vocab_size, c.d_model);
    }
    const Scope scope(declaration_, "decoder", "embedding");
    target_embedding_.emplace(declaration_, "embedding", c.target_vocab_size, c.d_model);
  }
  if (has_encoder()) {
    const Scope scope(declaration_, "encoder", "positions");
    source_position_.emplace(declaration_, c.positions, c.max_len, c.d_model);
  }
  {
    const Scope scope(declaration_, "decoder", "positions");
    target_position_.emplace(declaration_, c.positions, c.max_len, c.d_model);
  }
  const LayerConfig layer = layer_config(c);
  for (int i = 0; i < c.encoder_layers; ++i) {
    const std::string name = "encoder." + std::to_string(i);
    const Scope scope(declaration_, name, name);
    encoder_.emplace_back(declaration_, layer, AttentionPlace::Stack::encoder, i, false);
  }
  if (c.pre_norm && has_encoder()) {
    const Scope scope(declaration_, "encoder", "norm");
    encoder_norm_.emplace(declaration_, "norm", c.d_model, c.norm);
  }
  for (int i = 0; i < c.decoder_layers; ++i) {
    const std::string name = "decoder." + std::to_string(i);
    const Scope scope(declaration_, name, name);
    decoder_.emplace_back(declaration_, layer, i, has_encoder());
  }
  if (c.pre_norm) {
    const Scope scope(declaration_, "decoder", "norm");
    decoder_norm_.emplace(declaration_, "norm", c.d_model, c.norm);
  }
  if (c.tied) {
    output_.emplace(*target_embedding_);
  } else {
    const Scope scope(declaration_, "decoder", "output");
    output_.emplace(declaration_, c.target_vocab_size, c.d_model);
  }
}

std::string Transformer::summary() const {
  return fmt::format("{} + {} layers, {}, d_model {}", config_.encoder_layers,
                     config_.decoder_layers, number_of(config_.heads, "head"), config_.d_model);
}

Var Transformer::embed(Pass& pass, const Embedding& embedding, const Position& position,
                       const Tokens& tokens) const {
  // "we multiply those weights by √d_model" (§3.4)
  const Var scaled =
      pass.name(scale(pass.tape(), embedding.forward(pass, tokens), std::sqrt(config_.d_model)),
                {"scaled", "\\sqrt{d_{\\mathrm{model}}} E_{t}"}, tokens.axis, axes::d_model);
  return pass.dropout(position.forward(pass, scaled, tokens), config_.dropout);
}

Var Transformer::encode(Pass& pass, const Tokens& source) const {
  const Pass::Scope within(pass, "encoder");
  Var x = embed(pass, *source_embedding_, *source_position_, source);
  for (const EncoderLayer& layer : encoder_) x = layer.forward(pass, x, source);
  return encoder_norm_ ? encoder_norm_->forward(pass, x, source.axis) : x;
}

Var Transformer::logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target) const {
  Var logits;
  {
    const Pass::Scope within(pass, "decoder");
    Var x = embed(pass, *target_embedding_, *target_position_, target);
    for (const DecoderLayer& layer : decoder_) x = layer.forward(pass, x, memory, target, source);
    if (decoder_norm_) x = decoder_norm_->forward(pass, x, target.axis);
    logits = output_->forward(pass, x, target);
  }
  return pass.name(logits, {"logits", "XE^{\\top}", Role::score}, target.axis, target.vocabulary);
}

}  // namespace glassformer
