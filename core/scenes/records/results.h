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
  // Convolutions against recurrent networks: BLEU as their paper prints it.
  struct Convolutions {
    static constexpr std::string_view scope = "conv";
    static constexpr int german = 5;  // so many rows are of English to German, the rest of French
    Var table;                        // [systems, 1]; empty: the lesson gives none
    Var other;                        // [1, 1]: what the table of costs prints of the last system
    Var difference;                   // [1, 1]
  };
  static constexpr std::string_view german_scope = "de", french_scope = "fr";
  Table german, french;
  Training training;
  SideBySide side_by_side;
  Convolutions convolutions;
};

}  // namespace glassformer
