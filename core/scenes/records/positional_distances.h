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
  // What a head of a trained model makes of the positions; empty unless the option asks for it.
  struct Projected {
    static constexpr std::string_view scope = "projected";
    Var encoding;               // [positions, d_model of the model]
    Var before, queries, keys;  // distances [positions, positions]: as added, in Q, in K
    Var scores;                 // [positions, positions]
    int head = 0;               // whose, from 1
  };
  std::array<Table, 2> tables;
  Projected projected;
};

}  // namespace glassformer
