#include "core/models/modern_block.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace glassformer {

std::string_view name(BlockStage stage) {
  static constexpr std::array<std::string_view, block_stages> names{
      "2017", "norm before", "RMS norm", "gated", "rotary", "fewer key heads", "no biases"};
  return names[static_cast<std::size_t>(stage)];
}

GptConfig block_config(BlockStage stage, const BlockSize& size) {
  GptConfig c;
  c.vocab_size = size.vocab_size;
  c.max_len = size.max_len;
  c.d_model = size.d_model;
  c.heads = size.heads;
  c.layers = size.layers;
  c.dropout = 0;
  c.fused = false;
  c.attention_biases = c.output_bias = false;
  c.activation = Activation::relu;
  c.positions = PositionKind::sinusoidal;
  c.pre_norm = stage >= BlockStage::norm_before;
  if (stage >= BlockStage::rms_norm) c.norm = NormKind::rms;
  double inner = 4.0 * size.d_model;
  if (stage >= BlockStage::gated) {
    c.gated = true;
    c.activation = Activation::silu;
    inner *= 2.0 / 3;  // three matrices in place of two
  }
  if (stage >= BlockStage::rotary) c.positions = PositionKind::rotary;
  if (stage >= BlockStage::shared_keys) {
    c.kv_heads = size.kv_heads;
    // Two matrices [d_model, d_model] become narrower, three of the feed-forward network wider.
    inner += 2.0 / 3 * size.d_model * (1 - static_cast<double>(size.kv_heads) / size.heads);
  }
  c.d_ff = std::max(1, static_cast<int>(std::lround(inner)));
  if (stage >= BlockStage::no_biases) c.feed_forward_biases = false;
  c.check();
  return c;
}

}  // namespace glassformer
