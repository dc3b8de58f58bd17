#pragma once

#include <string>
#include <vector>

#include "core/scenes/records/since_2017.h"
#include "core/scenes/sheet.h"

// What keys and values take in memory while a text is written, and how many of a layer's numbers
// are biases, for shapes that were published and for one's own.
namespace glassformer {

struct LayerShape {
  std::string name;
  int layers = 0, d_model = 0, heads = 0, kv_heads = 0, d_head = 0, d_ff = 0;
  bool gated = true;
};

// GPT-2 (Radford et al. 2019, table 2), Llama 2 (Touvron et al. 2023, section 2.2 and table 1, and
// the published files) and Llama 3 (Grattafiori et al. 2024, table 3).
const std::vector<LayerShape>& published_shapes();

// The bytes of all keys and values of a text: two rows of kv_heads d_head numbers for each token in
// each layer.
double cache_bytes(const LayerShape& shape, int kv_heads, double tokens, double bytes);

Since2017Record::Cache name_cache(Sheet& sheet, const LayerShape& shape, double tokens,
                                  double bytes);
// Of a layer, had it biases wherever GPT-2 has them.
Since2017Record::Biases name_biases(Sheet& sheet, const LayerShape& shape);

}  // namespace glassformer
