#pragma once

#include "core/grad/var.h"

namespace glassformer {

// What the scene weather-stations computed: three ways from distance to weight.
struct WeatherStationsRecord {
  struct Way {
    Var weights;  // [1, stations]
    Var output;   // [1, d]
  };
  Var query;   // [1, 2]
  Var keys;    // [stations, 2]
  Var values;  // [stations, d]
  Way inverse, softmax, gaussian;
};

}  // namespace glassformer
