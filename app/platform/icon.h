#pragma once

#include "app/platform/picture.h"

namespace glassformer {

// The icon of the window, drawn here: one row of attention, a query that looks back at three keys.
Pixels window_icon(int side);

}  // namespace glassformer
