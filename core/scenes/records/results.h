#pragma once

#include <string_view>
#include <vector>

#include "core/grad/var.h"

namespace glassformer {

// What the scene results computed from the lectures' tables.
struct ResultsRecord {
  // Translation into one language.
  struct Table {
    struct System {
      bool transformer = false;
      bool ensemble = false;  // several models that vote
    };
    Var table;  // [systems, 2]: BLEU and FLOPs
    Var times;  // [systems, 1]: the cost in units of the base model
    std::vector<System> systems;
  };
  struct SideBySide {
    static constexpr std::string_view scope = "gnmt";
    Var table, relative;  // [pairs, 3] [pairs, 1]
  };
  struct Training {
    Var given, flops;  // [2, 3] [2, 1]
  };
  static constexpr std::string_view german_scope = "de", french_scope = "fr";
  Table german, french;
  Training training;
  SideBySide side_by_side;
};

}  // namespace glassformer
