#include "core/models/transformer_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

void check_range(const char* name, double value, double least, double most) {
  if (value >= least && value <= most) return;
  throw UserError(
      fmt::format("a Transformer with {} = {} cannot be built; it must be from {} to {}", name,
                  value, least, most));
}

// Goes through the matrices of a configuration in their one order: each becomes a spec, and its
// index goes to whoever asked.
class Layout {
 public:
  explicit Layout(const TransformerConfig& config) : c_(config) { lay_out(); }

  std::vector<ParameterSpec> specs;
  TransformerIndices indices;

 private:
  int add(const std::string& name, int rows, int cols) {
    specs.push_back({scope_ + name, {rows, cols}, part_});
    return static_cast<int>(specs.size()) - 1;
  }
  void within(const std::string& scope, const std::string& part) {
    scope_ = scope.empty() ? "" : scope + ".";
    part_ = part;
  }
  AttentionIndices attention(const std::string& name) {
    const int d = c_.d_model;
    return {add(name + ".wq", d, d), add(name + ".wk", d, d), add(name + ".wv", d, d),
            add(name + ".wo", d, d)};
  }
  NormIndices norm(const std::string& name) {
    return {add(name + ".gamma", 1, c_.d_model), add(name + ".beta", 1, c_.d_model)};
  }
  FeedForwardIndices feed_forward() {
    return {add("ffn.w1", c_.d_model, c_.d_ff), add("ffn.b1", 1, c_.d_ff),
            add("ffn.w2", c_.d_ff, c_.d_model), add("ffn.b2", 1, c_.d_model)};
  }

  void embeddings() {
    const bool encoder = c_.encoder_layers > 0,
               learned = c_.positions == TransformerConfig::Positions::learned;
    if (c_.shared) {
      within("", "embedding");
      indices.target_embedding = add("embedding", c_.target_words, c_.d_model);
      if (encoder) indices.source_embedding = indices.target_embedding;
    } else {
      within("encoder", "embedding");
      if (encoder) indices.source_embedding = add("embedding", c_.source_words, c_.d_model);
      within("decoder", "embedding");
      indices.target_embedding = add("embedding", c_.target_words, c_.d_model);
    }
    if (learned && encoder) {
      within("encoder", "positions");
      indices.source_positions = add("positions", c_.longest, c_.d_model);
    }
    if (learned) {
      within("decoder", "positions");
      indices.target_positions = add("positions", c_.longest, c_.d_model);
    }
  }

  void encoder_layers() {
    for (int i = 0; i < c_.encoder_layers; ++i) {
      const std::string layer = "encoder." + std::to_string(i);
      within(layer, layer);
      EncoderLayerIndices made;
      made.self_attention = attention("self_attention");
      made.norm_1 = norm("norm_1");
      made.ffn = feed_forward();
      made.norm_2 = norm("norm_2");
      indices.encoder.push_back(made);
    }
    within("encoder", "norm");
    if (c_.pre_norm && c_.encoder_layers > 0) indices.encoder_norm = norm("norm");
  }

  void decoder_layers() {
    for (int i = 0; i < c_.decoder_layers; ++i) {
      const std::string layer = "decoder." + std::to_string(i);
      within(layer, layer);
      DecoderLayerIndices made;
      made.self_attention = attention("self_attention");
      made.norm_1 = norm("norm_1");
      if (c_.encoder_layers > 0) {
        made.cross_attention = attention("cross_attention");
        made.norm_2 = norm("norm_2");
      }
      made.ffn = feed_forward();
      made.norm_3 = norm("norm_3");
      indices.decoder.push_back(made);
    }
    within("decoder", "norm");
    if (c_.pre_norm) indices.decoder_norm = norm("norm");
  }

  void lay_out() {
    embeddings();
    encoder_layers();
    decoder_layers();
    within("decoder", "output");
    indices.output =
        c_.tied ? indices.target_embedding : add("output", c_.target_words, c_.d_model);
  }

  const TransformerConfig& c_;
  std::string scope_, part_;
};

bool ends_with_any(const std::string& name, std::initializer_list<const char*> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](const char* ending) { return name.ends_with(ending); });
}

}  // namespace

void TransformerConfig::check() const {
  check_range("d_model", d_model, 1, 16384);
  check_range("heads", heads, 1, 1024);
  check_range("encoder_layers", encoder_layers, 0, 128);
  check_range("decoder_layers", decoder_layers, 1, 128);
  check_range("d_ff", d_ff, 1, 65536);
  check_range("target_words", target_words, 4, 1 << 20);
  if (encoder_layers > 0) check_range("source_words", source_words, 4, 1 << 20);
  check_range("longest", longest, 2, 65536);
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
  if (shared && encoder_layers > 0 && source_words != target_words) {
    throw UserError(fmt::format(
        "one shared embedding needs one vocabulary, but the source has {} words and the target {}",
        source_words, target_words));
  }
}

TransformerConfig tiny_transformer() {
  TransformerConfig config;
  config.d_model = 32;
  config.heads = 4;
  config.encoder_layers = config.decoder_layers = 2;
  config.d_ff = 64;
  config.source_words = config.target_words = 64;
  config.longest = 32;
  return config;
}

TransformerConfig base_transformer() {
  TransformerConfig config;
  config.shared = true;
  config.source_words = config.target_words = 37'000;
  config.longest = 512;
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

std::vector<ParameterSpec> parameter_specs(const TransformerConfig& config) {
  return std::move(Layout(config).specs);
}

TransformerIndices transformer_indices(const TransformerConfig& config) {
  return std::move(Layout(config).indices);
}

Params make_params(const TransformerConfig& config, std::uint64_t seed) {
  config.check();
  Params params;
  for (const ParameterSpec& spec : parameter_specs(config)) {
    if (ends_with_any(spec.name, {"gamma"})) {
      params.add_filled(spec.name, spec.shape, 1);
    } else if (ends_with_any(spec.name, {"beta", "b1", "b2"})) {
      params.add_filled(spec.name, spec.shape, 0);
    } else if (ends_with_any(spec.name, {"embedding", "positions", "output"})) {
      params.add_normal(spec.name, spec.shape, 1 / std::sqrt(config.d_model), seed);
    } else {
      params.add_uniform(spec.name, spec.shape, seed);
    }
  }
  return params;
}

void check_params(const TransformerConfig& config, const Params& params, const std::string& file) {
  const std::vector<ParameterSpec> specs = parameter_specs(config);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const ParameterSpec& spec = specs[i];
    const int found = params.find(spec.name);
    if (found < 0) {
      throw UserError(
          fmt::format("{}: the matrix {} is missing; the file is no model of its own "
                      "configuration",
                      file, spec.name));
    }
    if (params.value(found).shape() != spec.shape) {
      throw UserError(fmt::format("{}: {} is {}, but the configuration asks for {}", file,
                                  spec.name, to_string(params.value(found).shape()),
                                  to_string(spec.shape)));
    }
  }
  for (int i = 0; i < params.size(); ++i) {
    const bool known = std::any_of(specs.begin(), specs.end(), [&](const ParameterSpec& spec) {
      return spec.name == params.name(i);
    });
    if (!known) {
      throw UserError(fmt::format("{}: the configuration has no matrix {}", file, params.name(i)));
    }
  }
}

std::int64_t parameter_count(const TransformerConfig& config) {
  std::int64_t cells = 0;
  for (const PartCount& part : parameter_counts(config)) cells += part.cells;
  return cells;
}

std::vector<PartCount> parameter_counts(const TransformerConfig& config) {
  std::vector<PartCount> parts;
  for (const ParameterSpec& spec : parameter_specs(config)) {
    const auto found = std::find_if(parts.begin(), parts.end(),
                                    [&](const PartCount& part) { return part.part == spec.part; });
    PartCount& part = found == parts.end() ? parts.emplace_back(PartCount{spec.part, 0}) : *found;
    part.cells += static_cast<std::int64_t>(spec.shape.cells());
  }
  return parts;
}

double forward_flops(const TransformerConfig& config, int source_tokens, int target_tokens) {
  const double d = config.d_model, ff = config.d_ff, n = source_tokens, m = target_tokens;
  const auto self_attention = [&](double tokens) {
    return tokens * 4 * d * d + 2 * tokens * tokens * d;
  };
  const auto feed_forward = [&](double tokens) { return tokens * 2 * d * ff; };
  const double encoder = config.encoder_layers * (self_attention(n) + feed_forward(n));
  // Queries and outputs for the target's tokens, keys and values for the source's.
  const double cross =
      config.encoder_layers > 0 ? 2 * m * d * d + 2 * n * d * d + 2 * m * n * d : 0;
  const double decoder = config.decoder_layers * (self_attention(m) + cross + feed_forward(m));
  return 2 * (encoder + decoder + m * d * config.target_words);
}

double training_flops(const TransformerConfig& config, int source_tokens, int target_tokens) {
  return 3 * forward_flops(config, source_tokens, target_tokens);
}

double training_bytes(const TransformerConfig& config) {
  constexpr double per_parameter = 4.0 * 4;  // itself, its gradient, two moments
  return per_parameter * static_cast<double>(parameter_count(config));
}

}  // namespace glassformer
