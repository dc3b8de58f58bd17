#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records.h"

namespace glassformer {

// The parts of a Transformer in the order in which they are counted together, then what all of it
// needs.
enum class ModelPart {
  embedding,
  attention,
  feed_forward,
  norm,
  encoder,
  decoder,
  total,
  flops,
  memory,
  cost
};
inline constexpr std::array<std::string_view, 10> model_part_scopes{
    "embedding", "attention", "ffn",   "norm",   "encoder",
    "decoder",   "total",     "flops", "memory", "cost"};

// The part that a path is about.
inline std::optional<ModelPart> model_part_of(std::string_view path) {
  for (std::size_t i = 0; i < model_part_scopes.size(); ++i) {
    if (is_within(path, model_part_scopes[i])) return static_cast<ModelPart>(i);
  }
  return std::nullopt;
}

// The columns of `config`.
enum class ModelSize { d_model, heads, d_k, d_ff, encoder_layers, decoder_layers, words, tokens };
inline constexpr int model_sizes = 8;

// What the scene architecture computed.
struct ArchitectureRecord {
  // Of the parts up to `total`: its matrices, rows × columns = cells, or how many there are of
  // smaller parts, count × each; and the parameters of both.
  struct Part {
    Var matrices, cells;
    Var count, each;
    Var parameters;  // [1, 1]
  };
  struct Flops {
    Var each;                  // [products, 1]
    Var forward, training;     // [1, 1]
    Var shares;                // [lengths, kinds of products]: of the work, from 0 to 1
    std::vector<int> lengths;  // in tokens
  };
  struct Memory {
    Var parameters, training;  // [1, 1], bytes
  };
  struct Cost {
    Var given, pairs, products, hardware_given, hardware, share;
  };
  Var config;  // [1, model_sizes]
  std::array<Part, 7> parts;
  Flops flops;
  Memory memory;
  Cost cost;  // empty for a model that the paper did not train

  Part& operator[](ModelPart part) { return parts[static_cast<std::size_t>(part)]; }
  const Part& operator[](ModelPart part) const { return parts[static_cast<std::size_t>(part)]; }
};

}  // namespace glassformer
