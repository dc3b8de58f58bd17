#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/formats/safetensors.h"
#include "core/tensor/rng.h"

namespace glassformer::testing {

// A Llama in Hugging Face's files, small and random: two layers, four heads that share two
// key/value heads, gates, RMS norms.
inline const std::string small_llama_json = R"({
  "model_type": "llama", "vocab_size": 11, "hidden_size": 8, "intermediate_size": 12,
  "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
  "head_dim": 4, "max_position_embeddings": 32, "rms_norm_eps": 1e-06, "hidden_act": "silu",
  "rope_theta": 100.0, "tie_word_embeddings": false})";

inline std::vector<NamedTensor> small_llama(const std::string& prefix = "model.",
                                            bool biases = false, bool tied = false) {
  std::vector<NamedTensor> tensors;
  const auto add = [&](const std::string& name, int rows, int cols) {
    std::vector<std::int64_t> shape{rows, cols};
    if (rows == 1) shape = {cols};
    const std::string own = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
    tensors.push_back({name, shape, normal({rows, cols}, 0.5, hash(own))});
  };
  add(prefix + "embed_tokens.weight", 11, 8);
  for (int layer = 0; layer < 2; ++layer) {
    const std::string in = prefix + "layers." + std::to_string(layer) + ".";
    add(in + "input_layernorm.weight", 1, 8);
    for (const auto& [name, outputs] : {std::pair{"q_proj", 16}, {"k_proj", 8}, {"v_proj", 8}}) {
      add(in + "self_attn." + name + ".weight", outputs, 8);
      if (biases) add(in + "self_attn." + name + ".bias", 1, outputs);
    }
    add(in + "self_attn.o_proj.weight", 8, 16);
    add(in + "post_attention_layernorm.weight", 1, 8);
    add(in + "mlp.gate_proj.weight", 12, 8);
    add(in + "mlp.up_proj.weight", 12, 8);
    add(in + "mlp.down_proj.weight", 8, 12);
  }
  add(prefix + "norm.weight", 1, 8);
  const bool wrapped = prefix.find("model.") != prefix.npos;
  const std::string before = wrapped ? prefix.substr(0, prefix.find("model.")) : "";
  if (!tied) {
    add("lm_head.weight", 11, 8);
    tensors.back().name = before + tensors.back().name;
  }
  return tensors;
}

}  // namespace glassformer::testing
