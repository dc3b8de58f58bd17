#pragma once

#include "app/widgets/ui.h"
#include "core/grad/label.h"

namespace glassformer {

// Which number has which colour, in one line: "−1.2 ▭▭▭ 1.2". `largest` is the magnitude that the
// colours of numbers with a sign, and of shares, end at; weights go from 0 to 1, and their
// colours go by the square root, so that 1/n is seen.
float scale_legend_width(const Ui& ui, Role role, double largest);
void draw_scale_legend(Ui& ui, Role role, double largest, Rect line);

}  // namespace glassformer
