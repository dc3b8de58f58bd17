#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/models/checkpoint.h"

namespace glassformer {

// Outputs and activations of a model as another program computed them.
struct GoldenValue {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<double> cells;
};
struct GoldenCase {
  std::vector<int> ids;  // what the model was given
  std::vector<GoldenValue> values;
};

// A .json with "ids" and the values beside it, or a list of such objects, perhaps as "cases"; a
// .npz or .safetensors with "ids" (or "input_ids", "tokens") and the values, of which a .npz is
// looked through for logits, attentions and hidden_states alone. Throws UserError.
std::vector<GoldenCase> read_golden(const std::filesystem::path& file);
std::vector<GoldenCase> golden_from_json(std::string_view json, const std::string& named);

// The first cell that differs, in the order in which the model computes them.
struct GoldenDifference {
  std::string value;  // as the file calls it, with the layer and head where it holds several
  std::string path;   // of the trace; empty: it is computed from the logits
  int row = 0, col = 0;
  double made = 0, wanted = 0;
};
struct GoldenResult {
  int values = 0;  // that were compared
  std::int64_t cells = 0;
  double largest = 0;                // difference, relative to numbers that are larger than 1
  std::vector<std::string> unknown;  // names that stand for nothing here
  std::optional<GoldenDifference> first;
};

// Computes the case and compares. Known names, n being the number of ids: logits [n, words] or
// logits_last, the last row or the beginning of it; attentions [layers, heads, n, n];
// hidden_states [layers + 1, n, d_model] as the transformers library has them, embeddings first and
// the last one normalised; attention_lL_hH, counted from 0; attention_layerL_headH_last_row;
// hidden_after_layerL_last, counted from 1; final_norm_last, hidden_last_layer_ln_f;
// last_logits_top10, pairs of an id and a logit; log_prob, of all ids after the first; greedy, the
// ids that follow, each the most probable; and every path of a trace. Throws UserError: no language
// model, ids that it does not have, a value of another shape.
GoldenResult check_golden(const Checkpoint& model, const GoldenCase& golden, double tolerance);

}  // namespace glassformer
