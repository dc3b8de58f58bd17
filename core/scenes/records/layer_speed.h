#pragma once

#include <array>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace layer_speed_options {
inline constexpr NumberKey projections{"projections"};
inline constexpr TextKey cores{"cores", "one"};
inline constexpr std::string_view all_cores = "all";
}  // namespace layer_speed_options

// What the scene layer-speed computed; the four kinds of layers stand in the order of layer_kinds.
struct LayerSpeedRecord {
  Var n, d, k, r;                    // [1, 1]
  std::array<Var, 4> layers;         // [1, 1]: operations of each
  Var operations, sequential, path;  // [4, 1]: the columns of the table
  Var ratio;                         // [1, 1]: attention over recurrence
};

}  // namespace glassformer
