#include "core/models/transformer_cost.h"

#include "core/models/transformer.h"

namespace glassformer {

std::int64_t parameter_count(const TransformerConfig& config) {
  return parameter_count(Transformer(config).parameters());
}

std::vector<PartCount> parameter_counts(const TransformerConfig& config) {
  return parameter_counts(Transformer(config).parameters());
}

double forward_flops(const TransformerConfig& config, int source_tokens, int target_tokens) {
  const double d = config.d_model, ff = config.d_ff, n = source_tokens, m = target_tokens;
  const auto self_attention = [&](double tokens) {
    return tokens * 4 * d * d + 2 * tokens * tokens * d;
  };
  const auto feed_forward = [&](double tokens) { return tokens * (config.gated ? 3 : 2) * d * ff; };
  const double encoder = config.encoder_layers * (self_attention(n) + feed_forward(n));
  // Queries and outputs for the target's tokens, keys and values for the source's.
  const double cross =
      config.encoder_layers > 0 ? 2 * m * d * d + 2 * n * d * d + 2 * m * n * d : 0;
  const double decoder = config.decoder_layers * (self_attention(m) + cross + feed_forward(m));
  return 2 * (encoder + decoder + m * d * config.target_vocab_size);
}

double training_flops(const TransformerConfig& config, int source_tokens, int target_tokens) {
  return 3 * forward_flops(config, source_tokens, target_tokens);
}

double training_bytes(const TransformerConfig& config) {
  constexpr double per_parameter = 4.0 * 4;  // itself, its gradient, two moments
  return per_parameter * static_cast<double>(parameter_count(config));
}

}  // namespace glassformer
