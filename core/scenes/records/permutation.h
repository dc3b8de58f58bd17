#pragma once

#include "core/grad/var.h"

namespace glassformer {

// What the scene permutation computed.
struct PermutationRecord {
  Var difference;  // [tokens, d_v]: of the shuffled words' outputs and the shuffled outputs
};

}  // namespace glassformer
