#pragma once

#include "app/widgets/canvas.h"

namespace glassformer::testing {

// Two squares that a file must put in another order than they are drawn: `over`, on the layer
// above, comes first; `under` is cut off.
inline void draw_layers(Canvas& canvas, Color under, Color over) {
  canvas.set_layer(1);
  canvas.fill({0, 0, 10, 10}, over);
  canvas.set_layer(0);
  canvas.push_clip({5, 5, 20, 20});
  canvas.fill({0, 0, 10, 10}, under);
  canvas.pop_clip();
}

}  // namespace glassformer::testing
