#include "core/models/gpt.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/models/config_json.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

constexpr const char* a_gpt = "a GPT";

const ConfigFields<GptConfig>& fields() {
  using C = GptConfig;
  static const ConfigFields<C> table =
      ConfigFields<C>(a_gpt)
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
          .real("dropout", &C::dropout)
          .choice("norm", &C::norm, norm_words)
          .unless_usual()
          .toggle("gated", &C::gated)
          .unless_usual()
          .integer("kv_heads", &C::kv_heads)
          .unless_usual()
          .integer("d_k", &C::d_k)
          .unless_usual()
          .toggle("attention_biases", &C::attention_biases)
          .unless_usual()
          .toggle("output_bias", &C::output_bias)
          .unless_usual()
          .toggle("feed_forward_biases", &C::feed_forward_biases)
          .unless_usual()
          .toggle("fused", &C::fused)
          .unless_usual()
          .real("rotary_base", &C::rotary_base)
          .unless_usual()
          .toggle("rotary_halves", &C::rotary_halves)
          .unless_usual()
          .choice("rotary_scaling", &C::rotary_scaling, rotary_scaling_words)
          .unless_usual()
          .real("rotary_factor", &C::rotary_factor)
          .unless_usual()
          .real("rotary_low", &C::rotary_low)
          .unless_usual()
          .real("rotary_high", &C::rotary_high)
          .unless_usual()
          .integer("rotary_original", &C::rotary_original)
          .unless_usual()
          .integer("window", &C::window)
          .unless_usual();
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
  check_range(a_gpt, "epsilon", epsilon, smallest_epsilon, 1);
  check_range(a_gpt, "dropout", dropout, 0, 0.99);
  check_range(a_gpt, "kv_heads", kv_heads, 0, heads);
  check_range(a_gpt, "d_k", d_k, 0, config_limits::d_model);
  check_range(a_gpt, "rotary_base", rotary_base, 1, 1e12);
  check_range(a_gpt, "rotary_factor", rotary_factor, 1e-3, 1e6);
  check_range(a_gpt, "rotary_low", rotary_low, 1e-6, 1e6);
  check_range(a_gpt, "rotary_high", rotary_high, rotary_low * (1 + 1e-9), 1e6);
  check_range(a_gpt, "rotary_original", rotary_original, 1, 1 << 30);
  check_range(a_gpt, "window", window, 0, 1 << 30);
  if (d_k == 0) check_heads(d_model, heads);
  if (kv_heads > 0 && heads % kv_heads != 0) {
    throw UserError(fmt::format(
        "{} heads cannot share {} key/value heads evenly; heads must be a multiple of kv_heads",
        heads, kv_heads));
  }
  if (const int width = d_k > 0 ? d_k : d_model / heads;
      positions == PositionKind::rotary && width % 2 == 1) {
    throw UserError(fmt::format(
        "heads of {} columns have no pairs to turn; rotary positions need an even number", width));
  }
}

GptConfig as_llama(GptConfig config) {
  config.norm = NormKind::rms;
  config.gated = true;
  config.activation = Activation::silu;
  config.positions = PositionKind::rotary;
  config.rotary_halves = true;
  config.attention_biases = config.output_bias = config.feed_forward_biases = config.fused = false;
  return config;
}

int usual_d_ff(const GptConfig& config) {
  return config.gated ? 8 * config.d_model / 3 : 4 * config.d_model;
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
  layer.norm = config.norm;
  layer.gated = config.gated;
  layer.feed_forward_biases = config.feed_forward_biases;
  layer.attention_biases = config.attention_biases;
  layer.output_bias = config.output_bias;
  layer.fused_attention = config.fused;
  layer.kv_heads = config.kv_heads;
  layer.d_k = config.d_k;
  layer.positions = config.positions;
  layer.rotary = config.rotary();
  for (int i = 0; i < config.layers; ++i) {
    const std::string name = "decoder." + std::to_string(i);
    const Scope scope(declaration_, name, name);
    layers_.emplace_back(declaration_, layer, AttentionPlace::Stack::decoder, i, true);
  }
  if (config.pre_norm) {
    const Scope scope(declaration_, "decoder", "norm");
    norm_.emplace(declaration_, "norm", config.d_model, config.norm, config.epsilon);
  }
  if (config.tied) {
    output_.emplace(*embedding_);
  } else {
    const Scope scope(declaration_, "", "output");
    output_.emplace(declaration_, config.vocab_size, config.d_model);
  }
}

std::string Gpt::summary() const {
  std::string text = fmt::format("{}, {}, d_model {}", number_of(config_.layers, "layer"),
                                 number_of(config_.heads, "head"), config_.d_model);
  if (config_.kv_heads > 0 && config_.kv_heads != config_.heads) {
    text += ", " + number_of(config_.kv_heads, "key/value head");
  }
  return text;
}

Var Gpt::logits(Pass& pass, Var, const Tokens&, const Tokens& target) const {
  Var logits;
  const int most = target.positions.empty() ? 0 : std::ranges::max(target.positions) + 1;
  if (most > config_.longest()) {
    throw UserError(
        config_.longest() < config_.max_len
            ? fmt::format("the text has {} tokens, but this model has a sliding window of {}, "
                          "which is not computed; use a shorter text",
                          most, config_.window)
            : fmt::format("the text has {} tokens, but this model takes at most {}", most,
                          config_.max_len));
  }
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
