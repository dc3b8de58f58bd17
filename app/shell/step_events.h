#pragma once

#include <vector>

#include "core/lesson/lesson.h"

namespace glassformer {

// A step that changes less of the stage than this shows nothing new: its file must say why.
inline constexpr double kEvent = 0.02;

// For each step of the lesson but the first, the share of the stage's pixels, 0 … 1, that differ
// from the step before; every step is drawn without a display, as a class sees it at 1280 × 720.
// What a question hides counts as shown by its answer. Throws UserError where nothing can be drawn.
std::vector<double> step_events(const Lesson& lesson);

}  // namespace glassformer
