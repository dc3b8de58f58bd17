#pragma once

#include <string>

#include "app/widgets/ui.h"

namespace glassformer {

// Where the heads of all layers stand as squares, a line for each layer.
struct HeadGrid {
  Vec origin;
  float side = 0, step = 0;             // px of a square, and from one to the next
  Rect at(int layer, int head) const {  // both from 0
    return {origin.x + static_cast<float>(head) * step, origin.y + static_cast<float>(layer) * step,
            side, side};
  }
};
// As large as they fit, in the middle of the area; their names are drawn beside and above them.
HeadGrid draw_named_grid(Ui& ui, Rect area, int layers, int heads);

// px of the widest of "layer 1", "layer 2" …
float layer_names_width(const Ui& ui, int layers);
// "head 1" where all of them fit into `room` px, else the number; nothing where numbers would run
// into each other.
std::string head_name(const Ui& ui, int head, int heads, float room);

}  // namespace glassformer
