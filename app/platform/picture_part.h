#pragma once

#include "app/widgets/canvas.h"

namespace glassformer {

// A part of a frame as a frame of its own, that many times as large: letters and lines are set
// anew in that size. Around it is an empty margin. Without `over`, what lies over the screen
// (menus, tips, notes) is left out.
Canvas part_of(const Canvas& frame, Rect part, float margin, float times, bool over);

}  // namespace glassformer
