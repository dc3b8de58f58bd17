#include "core/models/transformer_config.h"

#include <fmt/format.h>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

void check_range(const char* name, double value, double min, double max) {
  if (value >= min && value <= max) return;
  throw UserError(
      fmt::format("a Transformer with {} = {} cannot be built; it must be from {} to {}", name,
                  value, min, max));
}

}  // namespace

void TransformerConfig::check() const {
  check_range("d_model", d_model, 1, 16384);
  check_range("heads", heads, 1, 1024);
  check_range("encoder_layers", encoder_layers, 0, 128);
  check_range("decoder_layers", decoder_layers, 1, 128);
  check_range("d_ff", d_ff, 1, 65536);
  check_range("target_vocab_size", target_vocab_size, 4, 1 << 20);
  if (encoder_layers > 0) check_range("source_vocab_size", source_vocab_size, 4, 1 << 20);
  check_range("max_len", max_len, 2, 65536);
  if (!(dropout >= 0 && dropout < 1)) {
    throw UserError(
        fmt::format("dropout = {} cannot be; it must be at least 0 and less than 1", dropout));
  }
  if (!(label_smoothing >= 0 && label_smoothing < 1)) {
    throw UserError(fmt::format(
        "label_smoothing = {} cannot be; it must be at least 0 and less than 1", label_smoothing));
  }
  if (d_model % heads != 0) {
    throw UserError(fmt::format(
        "{} heads cannot share d_model = {} evenly; d_model must be a multiple of heads", heads,
        d_model));
  }
  if (shared && encoder_layers > 0 && source_vocab_size != target_vocab_size) {
    throw UserError(fmt::format(
        "one shared embedding needs one vocabulary, but the source has {} words and the target {}",
        source_vocab_size, target_vocab_size));
  }
}

TransformerConfig tiny_transformer() {
  TransformerConfig config;
  config.d_model = 32;
  config.heads = 4;
  config.encoder_layers = config.decoder_layers = 2;
  config.d_ff = 64;
  config.source_vocab_size = config.target_vocab_size = 64;
  config.max_len = 32;
  return config;
}

TransformerConfig base_transformer() {
  TransformerConfig config;
  config.shared = true;
  config.source_vocab_size = config.target_vocab_size = 37'000;
  config.max_len = 512;
  return config;
}

TransformerConfig big_transformer() {
  TransformerConfig config = base_transformer();
  config.d_model = 1024;
  config.heads = 16;
  config.d_ff = 4096;
  config.dropout = 0.3;
  return config;
}

}  // namespace glassformer
