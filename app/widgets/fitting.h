#pragma once

#include <cstddef>
#include <functional>

#include "app/widgets/ui.h"

namespace glassformer {

// How many of `count` items fit into a row of `room` px, from the first on: all, or as many as
// leave room for the note that more follow. `width` (px) is only called for items that may fit: a
// text may have thousands.
std::size_t fitting(const Ui& ui, std::size_t count, const std::function<float(std::size_t)>& width,
                    float room);
// That note: "+ 12 more"; nothing for 0.
void draw_more(Ui& ui, std::size_t left, Rect row);
// What the note takes of a row.
float more_width(const Ui& ui, std::size_t left);

}  // namespace glassformer
