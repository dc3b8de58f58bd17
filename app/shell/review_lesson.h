#pragma once

#include <string>
#include <vector>

#include "core/lesson/lesson.h"

namespace glassformer {

// What an author should mend, a sentence each: claims that do not hold (check_lesson), keys of view
// state that the view lacks, formulas that cannot be read, numbers that are typed, words that a
// reader stumbles over, steps that change nothing on the stage and do not say why.
std::vector<std::string> review_lesson(const Lesson& lesson);

// How many heads, or turns of a loop, the run has matrices of; 0: none has a number.
int numbered_scopes(const Run& run);

// Of these only what cannot be shown at all: a view or a head that does not exist,
// formulas that cannot be read.
std::vector<std::string> cannot_be_shown(const Lesson& lesson);

}  // namespace glassformer
