#include "core/models/transformer_config.h"

#include <fmt/format.h>

#include "core/models/config_json.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr const char* a_transformer = "a Transformer";

const ConfigFields<TransformerConfig>& fields() {
  using C = TransformerConfig;
  static const ConfigFields<C> table = ConfigFields<C>(a_transformer)
                                           .integer("d_model", &C::d_model)
                                           .integer("heads", &C::heads)
                                           .integer("encoder_layers", &C::encoder_layers)
                                           .integer("decoder_layers", &C::decoder_layers)
                                           .integer("d_ff", &C::d_ff)
                                           .toggle("pre_norm", &C::pre_norm)
                                           .choice("positions", &C::positions, position_words)
                                           .choice("activation", &C::activation, activation_words)
                                           .toggle("tied", &C::tied)
                                           .toggle("shared", &C::shared)
                                           .integer("source_vocab_size", &C::source_vocab_size)
                                           .integer("target_vocab_size", &C::target_vocab_size)
                                           .integer("max_len", &C::max_len)
                                           .real("dropout", &C::dropout)
                                           .real("label_smoothing", &C::label_smoothing)
                                           .choice("norm", &C::norm, norm_words)
                                           .unless_usual()
                                           .toggle("gated", &C::gated)
                                           .unless_usual()
                                           .formerly("source_vocab_size", "source_words")
                                           .formerly("target_vocab_size", "target_words")
                                           .formerly("max_len", "longest");
  return table;
}

}  // namespace

std::string to_json(const TransformerConfig& config) {
  return fields().write(config);
}

TransformerConfig config_from_json(std::string_view text, const std::string& named) {
  return fields().read(text, named);
}

void TransformerConfig::check() const {
  check_range(a_transformer, "d_model", d_model, 1, 16384);
  check_range(a_transformer, "heads", heads, 1, 1024);
  check_range(a_transformer, "encoder_layers", encoder_layers, 0, 128);
  check_range(a_transformer, "decoder_layers", decoder_layers, 1, 128);
  check_range(a_transformer, "d_ff", d_ff, 1, 65536);
  check_range(a_transformer, "target_vocab_size", target_vocab_size, 4, 1 << 20);
  if (encoder_layers > 0)
    check_range(a_transformer, "source_vocab_size", source_vocab_size, 4, 1 << 20);
  check_range(a_transformer, "max_len", max_len, 2, 65536);
  if (!(dropout >= 0 && dropout < 1)) {
    throw UserError(
        fmt::format("dropout = {} cannot be; it must be at least 0 and less than 1", dropout));
  }
  if (!(label_smoothing >= 0 && label_smoothing < 1)) {
    throw UserError(fmt::format(
        "label_smoothing = {} cannot be; it must be at least 0 and less than 1", label_smoothing));
  }
  check_heads(d_model, heads);
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
