#pragma once

#include <vector>

#include "app/own/own_things.h"
#include "core/lesson/lesson.h"

namespace glassformer {

// The lesson with each of its options set to each other value that is chosen or switched, and to
// the ends of what may be typed, one at a time and at every step; once with what the lesson brings,
// once with the first of `things` that it has a place for.
std::vector<OwnThing> own_options(const Lesson& lesson, const std::vector<OwnThing>& things);

}  // namespace glassformer
