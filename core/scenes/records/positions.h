#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scenes/transformer/positional.h"

namespace glassformer {

// What the scene positions computed. Each kind of positions but the first has a scope of its own.
struct PositionsRecord {
  struct Shift {
    static constexpr std::string_view scope = "shift";
    Var turn;        // [1, pairs]
    Var turned;      // [positions, d_model]
    Var position;    // [positions, 1]: where these are
    Var difference;  // [positions, d_model]; all empty where dimensions have no partner
  };
  struct Rotary {
    static constexpr std::string_view scope = "rotary";
    Var scores;  // [positions, positions]
  };
  struct Alibi {
    static constexpr std::string_view scope = "alibi";
    Var weights;  // [positions, positions]
  };
  struct Learned {
    static constexpr std::string_view scope = "learned";
    std::string side;  // "encoder"
    Var table;         // [positions, d_model of the model]
    RowGeometry rows;
  };
  Var position;  // [positions, 1]
  Sinusoids sinusoids;
  Var curves;  // [positions, some dimensions]
  RowGeometry rows;
  Shift shift;
  Rotary rotary;
  Alibi alibi;
  std::vector<Learned> learned;  // none, if the chosen model has no such table
};

}  // namespace glassformer
