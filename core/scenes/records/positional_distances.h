#pragma once

#include <array>
#include <string_view>

#include "core/grad/var.h"

namespace glassformer {

// What the scene positional-distances computed of the paper's formula and of the slide's.
struct PositionalDistancesRecord {
  static constexpr std::array<std::string_view, 2> scopes{"paper", "slide"};
  struct Table {
    Var encoding;   // [positions, dimensions]
    Var distances;  // [positions, positions]
    Var norm;       // [positions, 1]
    Var growth;     // [positions, steps]: how much farther the next position away is
  };
  std::array<Table, 2> tables;
};

}  // namespace glassformer
