#pragma once

#include <vector>

#include "core/lesson/lesson.h"
#include "core/models/checkpoint.h"

namespace glassformer {

// The lessons that can show this model, those first that suit it best: whose own model is of its
// kind, then those that are the home of models, then as they are listed.
std::vector<const Lesson*> lessons_for(const std::vector<Lesson>& lessons,
                                       const CheckpointPtr& model);

}  // namespace glassformer
