#pragma once

#include <string>

#include "core/lesson/lesson.h"
#include "core/lesson/living_text.h"

namespace glassformer {

// A title is a living text: it may stand under a condition. As it reads with the lesson's own data,
// for lists and searches; and as it reads now.
std::string title_of(const Step& step);
std::string title_of(const Step& step, const LivingText& now);

}  // namespace glassformer
