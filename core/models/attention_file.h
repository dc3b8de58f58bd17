#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/safetensors.h"
#include "core/grad/node.h"

namespace glassformer {

// What some model attended to in one text, as any program may have written it: no model, nothing
// that could be computed again.
struct AttentionFile {
  std::string name;                 // without its folder
  std::vector<std::string> tokens;  // n of them, as they may be shown
  int layers = 0;
  int heads = 0;                 // of each layer
  bool causal = false;           // all weights above the diagonals are 0
  std::vector<LeafPtr> weights;  // [n, n] each, layer after layer; every row sums to 1
  std::vector<LeafPtr> hidden;   // [n, d] each: what goes into the first layer, then what comes out
                                 // of each; empty: the file has none
  const LeafPtr& head(int layer, int head) const {
    return weights[static_cast<std::size_t>(layer * heads + head)];
  }
};
using AttentionFilePtr = std::shared_ptr<const AttentionFile>;

// A .npz of NumPy or a .safetensors with
//   attentions     [layers, heads, n, n] or [layers, 1, heads, n, n]: query by key
//   tokens         n texts. In .npz an array of them; in .safetensors a JSON list in the metadata.
//                  In both, or in their place, bytes (U8): UTF-8 with a line feed between two.
//   hidden_states  [layers + 1, n, d] or [layers + 1, 1, n, d]; may be left out
// in any type of real numbers. At most 2048 tokens, 4096 heads, and the limit of memory. Every size
// is held against the file before memory is taken. Throws UserError, one sentence with file,
// tensor, cause and remedy; also for weights that are none: not finite, negative, or in rows that
// do not sum to 1 as far as their type allows (0.001, F16 0.004, BF16 0.03).
// `watch` is told from time to time which share is read, and stops it by false.
AttentionFilePtr read_attention_file(const std::filesystem::path& file,
                                     std::function<bool(double share)> watch = {});

// Whether it is such a file, told by the names of what it holds. False for what cannot be read.
bool holds_attentions(const std::filesystem::path& file);

// The file as .safetensors in F32.
TensorFile attention_tensors(const AttentionFile& attention);

}  // namespace glassformer
