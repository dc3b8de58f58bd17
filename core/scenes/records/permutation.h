#pragma once

#include "core/grad/var.h"

namespace glassformer {

// What the scene permutation computed.
struct PermutationRecord {
  Var difference;  // [tokens, d_v]: of the shuffled words' outputs and the shuffled outputs; empty
                   // where the table is too short
  Var table;       // [positions, d_model], of embeddings
  int without_row = 0;  // how many words at the end have no row of the table
};

}  // namespace glassformer
