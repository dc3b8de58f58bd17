#include "core/models/conv_seq2seq.h"

#include <fmt/format.h>

#include <cmath>

#include "core/grad/ops.h"
#include "core/models/config_json.h"
#include "core/nn/recurrent.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using C = ConvSeq2SeqConfig;
constexpr const char* a_model = "a convolutional encoder-decoder";

const ConfigWord<PositionKind> added_position_words[] = {{"learned", PositionKind::learned},
                                                         {"sinusoidal", PositionKind::sinusoidal},
                                                         {"none", PositionKind::none}};

const ConfigFields<C>& fields() {
  static const ConfigFields<C> table = ConfigFields<C>(a_model)
                                           .integer("source_vocab_size", &C::source_vocab_size)
                                           .integer("target_vocab_size", &C::target_vocab_size)
                                           .integer("max_len", &C::max_len)
                                           .integer("width", &C::width)
                                           .integer("encoder_layers", &C::encoder_layers)
                                           .integer("decoder_layers", &C::decoder_layers)
                                           .integer("kernel", &C::kernel)
                                           .choice("positions", &C::positions, added_position_words)
                                           .real("dropout", &C::dropout);
  return table;
}

}  // namespace

std::string to_json(const ConvSeq2SeqConfig& config) {
  return fields().write(config);
}

ConvSeq2SeqConfig conv_seq2seq_config_from_json(std::string_view text, const std::string& named) {
  return fields().read(text, named);
}

void ConvSeq2SeqConfig::check() const {
  check_range(a_model, "source_vocab_size", source_vocab_size, 1, 1 << 20);
  check_range(a_model, "target_vocab_size", target_vocab_size, 1, 1 << 20);
  check_range(a_model, "max_len", max_len, 1, 1 << 20);
  check_range(a_model, "width", width, 1, 16384);
  check_range(a_model, "encoder_layers", encoder_layers, 1, 64);
  check_range(a_model, "decoder_layers", decoder_layers, 1, 64);
  check_range(a_model, "kernel", kernel, 1, 63);
  check_range(a_model, "dropout", dropout, 0, 0.99);
  if (kernel % 2 == 0) {
    throw UserError(fmt::format("a window of {} words has no middle; use an odd number, such as {}",
                                kernel, kernel + 1));
  }
  if (positions == PositionKind::rotary || positions == PositionKind::alibi) {
    throw UserError(
        "a convolutional encoder-decoder adds its positions to the words; they are learned, "
        "sinusoidal or none");
  }
}

ConvSeq2Seq::Words::Words(Declaration& declaration, const std::string& stack, int vocab_size,
                          const ConvSeq2SeqConfig& config)
    : dropout(config.dropout),
      root(config.positions == PositionKind::sinusoidal ? std::sqrt(config.width) : 0) {
  const Declaration::Scope within(declaration, stack, "embedding");
  embedding.emplace(declaration, "embedding", vocab_size, config.width);
  position.emplace(declaration, config.positions, config.max_len, config.width);
}

Var ConvSeq2Seq::Words::forward(Pass& pass, const Tokens& tokens) const {
  Var x = embedding->forward(pass, tokens);
  if (root > 0) {  // so that the words are as large as the sines (Vaswani et al. 2017, §3.4)
    x = pass.name(scale(pass.tape(), x, root), {"scaled", "\\sqrt{d} E_{t}"}, tokens.axis,
                  axes::units);
  }
  return pass.dropout(position->forward(pass, x, tokens), dropout);
}

ConvSeq2Seq::ConvSeq2Seq(const ConvSeq2SeqConfig& config) : config_(config) {
  config.check();
  using Scope = Declaration::Scope;
  source_.emplace(declaration_, "encoder", config.source_vocab_size, config);
  target_.emplace(declaration_, "decoder", config.target_vocab_size, config);
  const ConvLayerConfig layer{config.width, config.kernel, config.dropout};
  for (int i = 0; i < config.encoder_layers; ++i) {
    const std::string number = std::to_string(i);
    const Scope scope(declaration_, "encoder", "encoder." + number);
    encoder_.emplace_back(declaration_, number, layer, false);
  }
  for (int i = 0; i < config.decoder_layers; ++i) {
    const std::string number = std::to_string(i);
    const Scope scope(declaration_, "decoder", "decoder." + number);
    decoder_.emplace_back(declaration_, number, i, layer);
  }
  const Scope scope(declaration_, "output", "output");
  output_.emplace(declaration_, config.width, config.target_vocab_size);
}

std::string ConvSeq2Seq::summary() const {
  return fmt::format("{} + {} layers, windows of {}, width {}", config_.encoder_layers,
                     config_.decoder_layers, config_.kernel, config_.width);
}

Var ConvSeq2Seq::encode(Pass& pass, const Tokens& source) const {
  const Pass::Scope within(pass, "encoder");
  Tape& tape = pass.tape();
  const Var words = source_->forward(pass, source);
  Var x = words;
  for (const ConvLayer& layer : encoder_) x = layer.forward(pass, x, source);
  const Var values =
      pass.name(add(tape, x, words), {"values", "Z + E", Role::value}, source.axis, axes::units);
  return concat_cols(tape, {x, values});
}

Var ConvSeq2Seq::logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target) const {
  Tape& tape = pass.tape();
  Var logits;
  {
    const Pass::Scope within(pass, "decoder");
    const Var keys = pass.name(slice_cols(tape, memory, 0, config_.width), {"keys", "Z", Role::key},
                               source.axis, axes::units);
    const Var values = pass.name(slice_cols(tape, memory, config_.width, config_.width),
                                 {"values", "Z + E", Role::value}, source.axis, axes::units);
    const Var words = target_->forward(pass, target);
    Var x = words;
    for (const ConvDecoderLayer& layer : decoder_) {
      x = layer.forward(pass, x, words, keys, values, source, target);
    }
    const Pass::Scope output(pass, "output");
    logits = output_->forward(pass, pass.dropout(x, config_.dropout), target);
  }
  return pass.name(logits, {"logits", "hW + b", Role::score}, target.axis, target.vocabulary);
}

}  // namespace glassformer
