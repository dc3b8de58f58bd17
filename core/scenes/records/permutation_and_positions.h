#pragma once

#include <array>

#include "core/grad/var.h"

namespace glassformer {

// What the scene permutation-and-positions computed.
struct PermutationAndPositionsRecord {
  struct Way {
    Var table;                          // [places, d_model], of an embedding
    Var positions;                      // [tokens, d_model]: what is added to the words
    Var before_weights, before_output;  // of the sentence as it stands
    Var after_weights, after_output;    // of the shuffled words
    Var reordered;                      // the first output, shuffled
    Var difference;                     // empty where the table is too short
  };
  Way none, encoding, embedding;
};

}  // namespace glassformer
