#pragma once

#include <vector>

#include "app/views/vectors/map_scene.h"
#include "app/widgets/ui.h"

namespace glassformer {

float map_legend_width(const Ui& ui, const std::vector<ColorLegend>& legend);

// What the colours of a map stand for, in a line: the largest groups, as many as fit, then how many
// more there are, and always the colour of what is in none. Returns the shade that was clicked, or
// -1.
int draw_map_legend(Ui& ui, const std::vector<ColorLegend>& legend, Rect row);

// The same as a list, in large letters.
int draw_legend_list(Ui& ui, const std::vector<ColorLegend>& legend, Rect area);

}  // namespace glassformer
