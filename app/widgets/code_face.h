#pragma once

#include "app/widgets/canvas.h"

namespace glassformer {

// The face of program text: every character is as wide as any other, where the system has such a
// font.
inline constexpr Face code_face{7};

}  // namespace glassformer
