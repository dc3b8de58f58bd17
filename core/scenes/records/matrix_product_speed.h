#pragma once

#include <array>
#include <string_view>

#include "core/grad/var.h"

namespace glassformer {

// What the scene matrix-product-speed counted.
struct MatrixProductSpeedRecord {
  struct Small {
    static constexpr std::string_view scope = "small";
    Var a, b, c;
  };
  // The ways whose code says what it asks for; what a compute shader asks for depends on the card.
  static constexpr std::array<std::string_view, 4> ways{"naive", "blocked", "vectorised",
                                                        "all_cores"};
  Small small;
  Var n, cells, intensity;           // [1, 1]: of the large product, if it moves no byte twice
  std::array<Var, 4> way_intensity;  // [1, 1]: if every number that is asked for comes from memory
};

}  // namespace glassformer
