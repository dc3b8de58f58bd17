#include "core/models/hugging_face_llama.h"

#include <fmt/format.h>

#include "core/formats/known_kind.h"
#include "core/models/config_json.h"
#include "core/models/hugging_face_settings.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// What is done to the frequencies of the positions, as "rope_scaling" says; later versions of the
// library write it as "rope_parameters", with the base among them.
void read_rope(const JsonObject& settings, GptConfig& config) {
  config.rotary_base = settings.real("rope_theta", 10000);
  for (const char* const key : {"rope_scaling", "rope_parameters"}) {
    const auto found = settings.find(key);
    if (!found) continue;
    const JsonObject rope(*found);
    config.rotary_base = rope.real("rope_theta", config.rotary_base);
    const std::string kind = rope.text("rope_type", rope.text("type", "default"));
    if (kind == "default") continue;
    if (kind != "linear" && kind != "llama3") {
      found->fail(
          fmt::format("is of the kind \"{}\", which this program does not compute; it "
                      "computes default, linear and llama3",
                      excerpt(kind, 40)));
    }
    if (!rope.find("factor")) found->fail("has no \"factor\"");
    config.rotary_factor = rope.real("factor", 1);
    config.rotary_scaling = Rotary::Scaling::linear;
    if (kind == "linear") continue;
    config.rotary_scaling = Rotary::Scaling::llama3;
    config.rotary_low = rope.real("low_freq_factor", 1);
    config.rotary_high = rope.real("high_freq_factor", 4);
    config.rotary_original = rope.integer("original_max_position_embeddings", 8192);
  }
  if (settings.real("partial_rotary_factor", 1) != 1) {
    settings.find("partial_rotary_factor")
        ->fail("must be 1; this program turns all columns of a head");
  }
}

// Mistral's window is always on where it is a number, Qwen2's only if it says so too.
int window_of(const JsonObject& settings) {
  const bool asks = settings.text("model_type", "") == "qwen2";
  if (!settings.toggle("use_sliding_window", !asks)) return 0;
  const auto found = settings.find("sliding_window");
  return found ? whole_number(*found, 1, 1 << 30) : 0;
}

// Their linear maps are [outputs, inputs].
std::vector<TensorNames> llama_names(const GptConfig& config) {
  std::vector<TensorNames> names{{"embedding", "embed_tokens.weight"}};
  for (int i = 0; i < config.layers; ++i) {
    const std::string ours = fmt::format("decoder.{}.", i), theirs = fmt::format("layers.{}.", i);
    const auto linear = [&](const char* weight, const char* bias, const char* name, bool biased) {
      names.push_back({ours + weight, theirs + name + ".weight", true});
      if (biased) names.push_back({ours + bias, theirs + name + ".bias"});
    };
    const bool qkv = config.attention_biases, ffn = config.feed_forward_biases;
    names.push_back({ours + "norm_1.gamma", theirs + "input_layernorm.weight"});
    linear("self_attention.wq", "self_attention.bq", "self_attn.q_proj", qkv);
    linear("self_attention.wk", "self_attention.bk", "self_attn.k_proj", qkv);
    linear("self_attention.wv", "self_attention.bv", "self_attn.v_proj", qkv);
    linear("self_attention.wo", "self_attention.bo", "self_attn.o_proj", config.output_bias);
    names.push_back({ours + "norm_2.gamma", theirs + "post_attention_layernorm.weight"});
    linear("ffn.w1", "ffn.b1", "mlp.gate_proj", ffn);
    linear("ffn.v", "ffn.c", "mlp.up_proj", ffn);
    linear("ffn.w2", "ffn.b2", "mlp.down_proj", ffn);
  }
  names.push_back({"decoder.norm.gamma", "norm.weight"});
  if (!config.tied) names.push_back({"output", "lm_head.weight"});
  return names;
}

}  // namespace

GptConfig llama_config(const JsonObject& settings) {
  GptConfig config = as_llama({});
  config.vocab_size = size_of(settings, "vocab_size", config_limits::vocab_size);
  config.max_len = size_of(settings, "max_position_embeddings", config_limits::max_len);
  config.d_model = size_of(settings, "hidden_size", config_limits::d_model);
  config.heads = size_of(settings, "num_attention_heads", config_limits::heads);
  if (settings.find("num_key_value_heads")) {
    config.kv_heads = size_of(settings, "num_key_value_heads", config_limits::heads);
  }
  if (settings.find("head_dim")) {
    config.d_k = size_of(settings, "head_dim", config_limits::d_model);
  }
  config.layers = size_of(settings, "num_hidden_layers", config_limits::layers);
  config.d_ff = size_of(settings, "intermediate_size", config_limits::d_ff);
  config.activation = activation_of(settings, "hidden_act", "silu");
  config.epsilon = settings.real("rms_norm_eps", 1e-6);
  config.dropout = 0;
  config.window = window_of(settings);
  read_rope(settings, config);
  return config;
}

Checkpoint import_llama(const JsonObject& settings, const std::string& config_name,
                        HuggingFaceTensors tensors) {
  GptConfig config = llama_config(settings);
  const auto biased = [&](const char* tensor, const char* key) {
    return tensors.has(tensor) || settings.toggle(key, false);
  };
  config.attention_biases = biased("layers.0.self_attn.q_proj.bias", "attention_bias");
  config.output_bias = tensors.has("layers.0.self_attn.o_proj.bias");
  config.feed_forward_biases = biased("layers.0.mlp.gate_proj.bias", "mlp_bias");
  const bool says_tied = settings.toggle("tie_word_embeddings", false);
  config.tied = !tensors.has("lm_head.weight") ||
                (says_tied && tensors.equal("lm_head.weight", "embed_tokens.weight"));
  if (config.tied) tensors.drop("lm_head.weight");
  tensors.drop_buffers({".rotary_emb.inv_freq"});
  const NetworkPtr network = network_of<Gpt>(config, config_name);
  Checkpoint made = tensors.checkpoint(network, llama_names(config));
  if (config.tied && !says_tied) {
    made.notes.push_back(fmt::format(
        "{} does not say tie_word_embeddings: true, but there is no lm_head.weight; the embedding "
        "{} is taken for the output layer as well",
        config_name, tensors.named("embed_tokens.weight")));
  }
  if (config.window > 0 && config.window < config.max_len) {
    made.notes.push_back(fmt::format(
        "its attention reaches back {} tokens, a sliding window, which is not computed: longer "
        "texts are refused",
        config.window));
  }
  return made;
}

}  // namespace glassformer
