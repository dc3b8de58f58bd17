#pragma once

#include "core/grad/var.h"

namespace glassformer {

// What the scene score-functions computed of one query under each function.
struct ScoreFunctionsRecord {
  struct Function {
    Var weights;  // [1, keys]
    Var output;   // [1, d_v]
  };
  Function dot, scaled, bilinear, additive, inverse_distance, cosine;
};

}  // namespace glassformer
