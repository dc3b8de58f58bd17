#pragma once

#include "app/widgets/geometry.h"

namespace glassformer {

// The smallest window that lessons are laid out for, at scale 1.
constexpr Vec kMinWindow{960, 600};

}  // namespace glassformer
