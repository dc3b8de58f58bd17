#pragma once

#include <vector>

#include "app/own/own_things.h"

namespace glassformer {

// What a user changes with the mouse: a number that a lesson invites to change, the number that a
// step is about, a cell of a mask, the order of the words.
std::vector<OwnThing> dragged_things();

}  // namespace glassformer
