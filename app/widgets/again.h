#pragma once

#include <span>

#include "app/widgets/canvas.h"

namespace glassformer {

// Draws commands once more: what lies in `from` is drawn into `to`, letters and lines set anew in
// the size that they then have. Without `over`, what lies over the screen (menus, tips, notes) is
// left out.
struct Again {
  Rect from;
  Rect to;
  Rect seen;  // of `from`, what may be seen of it; mostly all
  bool over = false;
};
void draw_again(Canvas& canvas, std::span<const Command> commands, const Again& where);

}  // namespace glassformer
