#pragma once

#include <optional>

#include "app/widgets/canvas.h"

namespace glassformer {

// Edges on whole pixels: sharp, and neighbours leave no gap. What is there stays visible.
Rect snapped(const Rect& r);

// The pixels of a line that runs along them; nothing for one that is slanted.
std::optional<Rect> straight_line(const Command& c);

// Where the command paints: exact for what has edges on whole pixels.
Rect box_of(const Command& c);

Rect outward(const Rect& r);  // to whole pixels

// A box that no pixel of the command lies outside of: with the tips of sharp corners and with what
// letters have beyond their line.
Rect reach_of(const Command& c);

}  // namespace glassformer
