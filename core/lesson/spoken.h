#pragma once

#include <string>

#include "core/lesson/lesson.h"

namespace glassformer {

// Everything that the step says, in small letters.
std::string spoken_by(const Step& step);
// Whether these words have the name, or one that begins with it: "mask" is spoken of where "masked"
// is said. Underscores are spaces.
bool speaks_of(const std::string& words, std::string name);

}  // namespace glassformer
