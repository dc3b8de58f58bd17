#pragma once

#include <string>
#include <vector>

#include "core/formats/safetensors.h"
#include "core/tensor/rng.h"

namespace glassformer::testing {

// Without any data: a GPT-2 of one layer as that library would save it.
inline constexpr const char* small_gpt2_json =
    R"({"model_type": "gpt2", "vocab_size": 5, "n_positions": 6,
  "n_embd": 4, "n_head": 2, "n_layer": 1, "n_inner": null, "activation_function": "gelu_new"})";

inline std::vector<NamedTensor> small_tensors(const std::string& prefix) {
  std::vector<NamedTensor> tensors;
  const auto add = [&](const std::string& name, int rows, int cols) {
    std::vector<std::int64_t> shape{rows, cols};
    if (rows == 1) shape = {cols};
    tensors.push_back({prefix + name, shape, normal({rows, cols}, 0.5, hash(name))});
  };
  add("wte.weight", 5, 4);
  add("wpe.weight", 6, 4);
  for (const char* norm : {"h.0.ln_1", "h.0.ln_2", "ln_f"}) {
    add(norm + std::string(".weight"), 1, 4);
    add(norm + std::string(".bias"), 1, 4);
  }
  add("h.0.attn.c_attn.weight", 4, 12);
  add("h.0.attn.c_attn.bias", 1, 12);
  add("h.0.attn.c_proj.weight", 4, 4);
  add("h.0.attn.c_proj.bias", 1, 4);
  add("h.0.mlp.c_fc.weight", 4, 16);
  add("h.0.mlp.c_fc.bias", 1, 16);
  add("h.0.mlp.c_proj.weight", 16, 4);
  add("h.0.mlp.c_proj.bias", 1, 4);
  add("h.0.attn.bias", 6, 6);  // the causal mask, which older versions saved
  return tensors;
}

}  // namespace glassformer::testing
