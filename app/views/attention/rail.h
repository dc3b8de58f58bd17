#pragma once

#include <vector>

#include "app/widgets/ui.h"
#include "core/scenes/records/transformer.h"

namespace glassformer {

// The way of the data as two columns of boxes, encoder and decoder, read from below as the figure
// of the paper is; the box at index `here` is lit. Returns the stop that was clicked, or −1.
int draw_rail(Ui& ui, const std::vector<SubLayer>& stops, int here, Rect area);

}  // namespace glassformer
