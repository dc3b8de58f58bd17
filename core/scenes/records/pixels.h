#pragma once

#include "core/grad/var.h"

namespace glassformer {

// What the scene pixels computed of an image of height × width pixels, row by row.
struct PixelsRecord {
  int height = 0;
  int width = 0;
  Var pixels;     // [height · width, 1]: brightness from −1, dark, to 1
  Var positions;  // [height · width, 4]: row and column as angles
  Var weights;    // [height · width, height · width]
  Var output;     // [height · width, 1]
};

}  // namespace glassformer
