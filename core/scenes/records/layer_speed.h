#pragma once

#include <array>

#include "core/grad/var.h"

namespace glassformer {

// What the scene layer-speed computed; the four kinds of layers stand in the order of layer_kinds.
struct LayerSpeedRecord {
  Var n, d, k, r;                    // [1, 1]
  std::array<Var, 4> layers;         // [1, 1]: operations of each
  Var operations, sequential, path;  // [4, 1]: the columns of the table
};

}  // namespace glassformer
