#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/nn/feed_forward.h"
#include "core/nn/norm.h"
#include "core/nn/position.h"

namespace glassformer {

// The shape of a Transformer (Vaswani et al. 2017, §3 and table 3). With encoder_layers 0 it is a
// decoder alone, without source and cross-attention: a language model.
struct TransformerConfig {
  int d_model = 512;
  int heads = 8;
  int encoder_layers = 6;
  int decoder_layers = 6;
  int d_ff = 2048;
  bool pre_norm = false;  // the norm before each sub-layer instead of after the residual sum
  NormKind norm = NormKind::layer;
  PositionKind positions = PositionKind::sinusoidal;
  Activation activation = Activation::relu;
  bool gated = false;   // the feed-forward network
  bool tied = true;     // the output layer is the target embedding, transposed (§3.4)
  bool shared = false;  // source and target have one vocabulary and one embedding (§3.4)
  int source_vocab_size = 0;
  int target_vocab_size = 0;
  int max_len = 128;  // tokens of a sentence, its begin or end mark included
  double dropout = 0.1;
  double label_smoothing = 0.1;

  bool operator==(const TransformerConfig&) const = default;
  int d_k() const { return d_model / heads; }
  // Throws UserError: which number cannot be, and what it may be.
  void check() const;
};

// d_model 32 with 2 layers; the paper's base and big with one vocabulary of 37,000 (§5.1, table 3).
TransformerConfig tiny_transformer();
TransformerConfig base_transformer();
TransformerConfig big_transformer();

std::string to_json(const TransformerConfig& config);
// Throws UserError naming line and path of whatever is wrong in the text.
TransformerConfig config_from_json(std::string_view text, const std::string& named);

}  // namespace glassformer
