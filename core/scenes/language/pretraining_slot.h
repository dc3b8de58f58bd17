#pragma once

#include "core/scenes/resources.h"
#include "core/train/pretraining.h"

namespace glassformer::slots {

inline constexpr Slot<Pretraining> pretraining{"pretraining", "a pre-training"};

}  // namespace glassformer::slots
