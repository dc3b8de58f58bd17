#pragma once

#include <string_view>

#include "core/lesson/lesson.h"

namespace glassformer {

// Some views put what they made, or play, into a slot of the scene for the time that they are open.
// Said by the view when it registers, so that a session need not know views.
void fills_slot(std::string_view view, std::string_view slot);
// The slot that the lesson's view fills; empty: none.
std::string_view filled_slot(const Lesson& lesson);

}  // namespace glassformer
