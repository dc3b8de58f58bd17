#pragma once

#include "app/widgets/ui.h"

namespace glassformer {

// Whether the user wants to see things move; before every frame.
void want_motion(Ui& ui, bool wanted);
// Whether anything moves: not in a picture, nor where the user wants none of it.
bool moves(Ui& ui);

// Slow at both ends: 0 … 1 of the time as 0 … 1 of the way.
float eased(double share);

// A value that glides to the target in so many seconds. Where it was not asked for in the frame
// before, it is the target; any key brings it there.
float glide(Ui& ui, Ui::Id id, float target, float seconds);

}  // namespace glassformer
