#pragma once

#include <optional>

#include "app/widgets/canvas.h"

namespace glassformer {

// The rectangle with its edges rounded to whole pixels, so that they are sharp and neighbours leave
// no gap. A side that is not 0 is at least 1 px.
Rect snapped(const Rect& r);

// The pixels of a horizontal or vertical line; none for any other command.
std::optional<Rect> straight_line(const Command& c);

// Where the command paints: exact for what has edges on whole pixels.
Rect box_of(const Command& c);

Rect outward(const Rect& r);  // to whole pixels

// A box that holds every pixel of the command, also the tips of sharp corners and the parts of
// letters that stick out of their line.
Rect reach_of(const Command& c);

}  // namespace glassformer
