#pragma once

#include <cstddef>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// How many things of these widths stand in a row, from the first on: all, or as many as leave room
// for the note that more follow.
std::size_t fitting(const Ui& ui, const std::vector<float>& widths, float room);
// That note: how many more there are. Nothing for none.
void draw_more(Ui& ui, std::size_t left, Rect row);
// What the note takes of a row.
float more_width(const Ui& ui, std::size_t left);

}  // namespace glassformer
