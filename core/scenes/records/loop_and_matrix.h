#pragma once

#include <vector>

#include "core/grad/var.h"

namespace glassformer {

// What the scene loop-and-matrix computed.
struct LoopAndMatrixRecord {
  struct Turn {
    Var q;       // [1, d_k]: a query alone …
    Var output;  // [1, d_v]: … and what comes of it
  };
  std::vector<Turn> turns;  // of the loop, one for each query
  Var scores;               // [queries, keys]
  Var lengths;              // [sentences, 2]: how many queries and keys …
  Var cells;                // [sentences, 1]: … how many cells E has for them
  Var bytes;                // [sentences, 1]: … what E and A take for them …
  Var training;             // [sentences, 1]: … and all of them while a Transformer is trained
};

}  // namespace glassformer
