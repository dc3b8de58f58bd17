#pragma once

#include <string>

#include "core/grad/var.h"

namespace glassformer {

// One attention, whatever the model: Bahdanau, Luong, Transformer, GPT, BERT and Set Transformer
// all emit this, so one view serves all. Absent parts are empty.
struct AttentionSite {
  std::string name;  // "" for a single head, else "head.1"
  Var q, k, v;       // [n, d_k] [m, d_k] [m, d_v]
  Var scores;        // [n, m]
  Var mask;          // [n, m], 1: visible
  Var weights;       // [n, m]
  Var context;       // [n, d_v]
};

}  // namespace glassformer
