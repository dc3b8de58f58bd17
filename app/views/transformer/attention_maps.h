#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The weights of one head, small: of a node of the run, or recorded.
struct AttentionMap {
  Var var;  // none: recorded
  const Mat* values = nullptr;
  Labels rows, cols;
};

using AttentionLayers = std::vector<std::vector<AttentionMap>>;  // heads of each layer
struct HeadPlace {
  std::size_t layer = 0, head = 0;
};

// One head, large, with the words of its rows and columns: cells as wide and as high as fill the
// area.
void draw_attention_map(Ui& ui, Session& session, const AttentionMap& weights, Rect area);

// All heads, small, a column for each layer; the chosen one is framed. The one that was clicked.
std::optional<HeadPlace> draw_attention_heads(Ui& ui, Session& session,
                                              const AttentionLayers& layers, HeadPlace chosen,
                                              Rect area);

}  // namespace glassformer
