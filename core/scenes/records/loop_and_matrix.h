#pragma once

#include "core/grad/var.h"

namespace glassformer {

// What the scene loop-and-matrix computed.
struct LoopAndMatrixRecord {
  Var scores;   // [queries, keys]
  Var lengths;  // [sentences, 2]: how many queries and keys …
  Var cells;    // [sentences, 1]: … how many cells E has for them
  Var bytes;    // [sentences, 1]: … and what E and A take for them
};

}  // namespace glassformer
