#include "core/models/gpt.h"

#include "core/models/config_json.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

constexpr const char* a_gpt = "a GPT";

const ConfigFields<GptConfig>& fields() {
  using C = GptConfig;
  static const ConfigFields<C> table = ConfigFields<C>(a_gpt)
                                           .integer("vocab_size", &C::vocab_size)
                                           .integer("max_len", &C::max_len)
                                           .integer("d_model", &C::d_model)
                                           .integer("heads", &C::heads)
                                           .integer("layers", &C::layers)
                                           .integer("d_ff", &C::d_ff)
                                           .choice("activation", &C::activation, activation_words)
                                           .choice("positions", &C::positions, position_words)
                                           .toggle("pre_norm", &C::pre_norm)
                                           .real("epsilon", &C::epsilon)
                                           .toggle("tied", &C::tied)
                                           .real("dropout", &C::dropout);
  return table;
}

}  // namespace

std::string to_json(const GptConfig& config) {
  return fields().write(config);
}

GptConfig gpt_config_from_json(std::string_view text, const std::string& named) {
  return fields().read(text, named);
}

void GptConfig::check() const {
  check_range(a_gpt, "vocab_size", vocab_size, 1, config_limits::vocab_size);
  check_range(a_gpt, "max_len", max_len, 1, config_limits::max_len);
  check_range(a_gpt, "d_model", d_model, 1, config_limits::d_model);
  check_range(a_gpt, "heads", heads, 1, config_limits::heads);
  check_range(a_gpt, "layers", layers, 1, config_limits::layers);
  check_range(a_gpt, "d_ff", d_ff, 1, config_limits::d_ff);
  check_range(a_gpt, "epsilon", epsilon, 0, 1);
  check_range(a_gpt, "dropout", dropout, 0, 0.99);
  check_heads(d_model, heads);
}

Gpt::Gpt(const GptConfig& config) : config_(config) {
  config.check();
  using Scope = Declaration::Scope;
  {
    const Scope scope(declaration_, "", "embedding");
    embedding_.emplace(declaration_, "embedding", config.vocab_size, config.d_model);
  }
  {
    const Scope scope(declaration_, "", "positions");
    position_.emplace(declaration_, config.positions, config.max_len, config.d_model);
  }
  LayerConfig layer;
  layer.d_model = config.d_model;
  layer.heads = config.heads;
  layer.d_ff = config.d_ff;
  layer.activation = config.activation;
  layer.pre_norm = config.pre_norm;
  layer.epsilon = config.epsilon;
  layer.dropout = config.dropout;
  layer.attention_biases = layer.fused_attention = true;
  layer.positions = config.positions;
  for (int i = 0; i < config.layers; ++i) {
    const std::string name = "decoder." + std::to_string(i);
    const Scope scope(declaration_, name, name);
    layers_.emplace_back(declaration_, layer, AttentionPlace::Stack::decoder, i, true);
  }
  if (config.pre_norm) {
    const Scope scope(declaration_, "decoder", "norm");
    norm_.emplace(declaration_, "norm", config.d_model, config.epsilon);
  }
  if (config.tied) {
    output_.emplace(*embedding_);
  } else {
    const Scope scope(declaration_, "", "output");
    output_.emplace(declaration_, config.vocab_size, config.d_model);
  }
}

std::string Gpt::summary() const {
  return fmt::format("{}, {}, d_model {}", number_of(config_.layers, "layer"),
                     number_of(config_.heads, "head"), config_.d_model);
}

Var Gpt::logits(Pass& pass, Var, const Tokens&, const Tokens& target) const {
  Var logits;
  {
    const Pass::Scope within(pass, "decoder");
    Var x = position_->forward(pass, embedding_->forward(pass, target), target);
    x = pass.dropout(x, config_.dropout);
    for (const EncoderLayer& layer : layers_) x = layer.forward(pass, x, target);
    if (norm_) x = norm_->forward(pass, x, target.axis);
    logits = output_->forward(pass, x, target);
  }
  return pass.name(logits, {"logits", "XW^{\\top}", Role::score}, target.axis, target.vocabulary);
}

}  // namespace glassformer
