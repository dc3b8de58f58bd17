#pragma once

#include <string>
#include <vector>

#include "app/widgets/ui.h"
#include "core/scenes/records/why_near.h"

namespace glassformer {

// A line of a text with words lit in place, and what it is a line of.
struct LitLine {
  std::string of;  // at its left; empty: nothing
  Color color;     // of that
  std::vector<LinePiece> pieces;
};

// One below the other, as large as they fit; what is left over at the end is said. A piece that
// holds word i is filled with colors[i].
void draw_lit_lines(Ui& ui, const std::vector<LitLine>& lines, const std::vector<Color>& colors,
                    Rect area);

}  // namespace glassformer
