#pragma once

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

// Cross-attention: a line for each layer, in it a map for each head, as large as they all fit.
void draw_attention_maps(Ui& ui, Session& session,
                         const std::vector<std::vector<AttentionMap>>& layers, Rect area);

}  // namespace glassformer
