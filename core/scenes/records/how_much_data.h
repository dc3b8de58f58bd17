#pragma once

#include "core/grad/var.h"
#include "core/scenes/resources.h"
#include "core/train/race_recording.h"

namespace glassformer {

// Another recording than the shipped one.
namespace slots {
inline constexpr Slot<RecordedRace> recorded_race{"recording", "a recorded training"};
}

// What the scene how-much-data read of a recorded race.
struct HowMuchDataRecord {
  Var exact;  // [networks, sizes]: share of held-out sentences translated word for word
};

}  // namespace glassformer
