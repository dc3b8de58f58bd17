#pragma once

#include <string>
#include <vector>

#include "core/lesson/lesson.h"

namespace glassformer {

// What an author should mend, a sentence each: claims that do not hold (check_lesson), keys of view
// state that the view lacks, formulas that cannot be read, numbers that are typed, words that a
// reader stumbles over, steps that change nothing on the stage and do not say why.
std::vector<std::string> review_lesson(const Lesson& lesson);

}  // namespace glassformer
