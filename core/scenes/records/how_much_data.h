#pragma once

#include "core/grad/var.h"

namespace glassformer {

// What the scene how-much-data read of a recorded race.
struct HowMuchDataRecord {
  Var exact;  // [networks, sizes]: share of held-out sentences translated word for word
};

}  // namespace glassformer
