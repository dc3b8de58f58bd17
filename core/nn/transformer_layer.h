#pragma once

#include <optional>

#include "core/nn/feed_forward.h"
#include "core/nn/multi_head_attention.h"
#include "core/nn/residual.h"

namespace glassformer {

// What the layers of a stack have in common.
struct LayerConfig {
  int d_model = 0, heads = 1, d_ff = 0;
  Activation activation = Activation::relu;
  bool gated = false;
  bool pre_norm = false;
  NormKind norm = NormKind::layer;
  double epsilon = 1e-5;  // of the normalisation
  double dropout = 0;
  bool feed_forward_biases = true;
  // As MultiHeadAttention::Config has them; rotary and alibi act on self-attention.
  bool attention_biases = false, output_bias = false;
  bool fused_attention = false;
  PositionKind positions = PositionKind::none;
  Rotary rotary = {};
  int kv_heads = 0, d_k = 0;
};

// A layer of the encoder (Vaswani et al. 2017, §3.1, figure 1 left): self-attention and
// feed-forward network, each with its residual connection. With a causal mask it is the layer of a
// decoder alone (Radford et al. 2018). [n, d_model] → [n, d_model].
class EncoderLayer {
 public:
  // Declares within NUMBER, the layer's number from 0.
  EncoderLayer(Declaration& declaration, const LayerConfig& config, AttentionPlace::Stack stack,
               int number, bool causal);
  Var forward(Pass& pass, Var x, const Tokens& tokens) const;

 private:
  std::string name_;
  MultiHeadAttention self_attention_;
  Residual residual_1_;
  FeedForward feed_forward_;
  Residual residual_2_;
};

// A layer of the decoder (§3.1, figure 1 right): causal self-attention, attention to the encoder's
// output, feed-forward network.
class DecoderLayer {
 public:
  // Without cross-attention the layer has residual_1 and residual_3.
  DecoderLayer(Declaration& declaration, const LayerConfig& config, int number, bool cross);
  Var forward(Pass& pass, Var x, Var memory, const Tokens& target, const Tokens& source) const;

 private:
  std::string name_;
  MultiHeadAttention self_attention_;
  Residual residual_1_;
  std::optional<MultiHeadAttention> cross_attention_;
  std::optional<Residual> residual_2_;
  FeedForward feed_forward_;
  Residual residual_3_;
};

}  // namespace glassformer
