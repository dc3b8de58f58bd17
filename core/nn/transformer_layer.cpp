#include "core/nn/transformer_layer.h"

namespace glassformer {

namespace {

using Stack = AttentionPlace::Stack;
using Kind = AttentionPlace::Kind;

MultiHeadAttention::Config attention(const LayerConfig& c, bool causal) {
  return {.d_model = c.d_model,
          .heads = c.heads,
          .kv_heads = c.kv_heads,
          .d_k = c.d_k,
          .biases = c.attention_biases,
          .output_bias = c.output_bias,
          .fused = c.fused_attention,
          .causal = causal,
          .positions = c.positions,
          .rotary = c.rotary};
}

MultiHeadAttention::Config cross(const LayerConfig& c) {
  MultiHeadAttention::Config config = attention(c, false);
  config.fused = false;
  config.positions = PositionKind::none;
  return config;
}

FeedForward::Config feed_forward(const LayerConfig& c) {
  return {c.d_model, c.d_ff, c.activation, c.gated, c.feed_forward_biases};
}

Residual::Config residual(const LayerConfig& c) {
  return {c.d_model, c.pre_norm, c.epsilon, c.dropout, c.norm};
}

}  // namespace

EncoderLayer::EncoderLayer(Declaration& declaration, const LayerConfig& config, Stack stack,
                           int number, bool causal)
    : name_(std::to_string(number)),
      self_attention_(declaration, "self_attention", attention(config, causal),
                      {stack, number, Kind::self, 0}),
      residual_1_(declaration, 1, residual(config)),
      feed_forward_(declaration, feed_forward(config)),
      residual_2_(declaration, 2, residual(config)) {}

Var EncoderLayer::forward(Pass& pass, Var x, const Tokens& tokens) const {
  const Pass::Scope within(pass, name_);
  x = residual_1_.forward(pass, x, tokens.axis, [&](Var y) {
    return self_attention_.forward(pass, y, y, tokens, tokens);
  });
  return residual_2_.forward(pass, x, tokens.axis,
                             [&](Var y) { return feed_forward_.forward(pass, y, tokens.axis); });
}

DecoderLayer::DecoderLayer(Declaration& declaration, const LayerConfig& config, int number,
                           bool cross_attention)
    : name_(std::to_string(number)),
      self_attention_(declaration, "self_attention", attention(config, true),
                      {Stack::decoder, number, Kind::self, 0}),
      residual_1_(declaration, 1, residual(config)),
      cross_attention_(cross_attention
                           ? std::optional<MultiHeadAttention>(
                                 std::in_place, declaration, "cross_attention", cross(config),
                                 AttentionPlace{Stack::decoder, number, Kind::cross, 0})
                           : std::nullopt),
      residual_2_(cross_attention
                      ? std::optional<Residual>(std::in_place, declaration, 2, residual(config))
                      : std::nullopt),
      feed_forward_(declaration, feed_forward(config)),
      residual_3_(declaration, 3, residual(config)) {}

Var DecoderLayer::forward(Pass& pass, Var x, Var memory, const Tokens& target,
                          const Tokens& source) const {
  const Pass::Scope within(pass, name_);
  x = residual_1_.forward(pass, x, target.axis, [&](Var y) {
    return self_attention_.forward(pass, y, y, target, target);
  });
  if (memory) {
    x = residual_2_->forward(pass, x, target.axis, [&](Var y) {
      return cross_attention_->forward(pass, y, memory, target, source);
    });
  }
  return residual_3_.forward(pass, x, target.axis,
                             [&](Var y) { return feed_forward_.forward(pass, y, target.axis); });
}

}  // namespace glassformer
