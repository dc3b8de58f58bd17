#pragma once

#include <optional>
#include <string>

#include "app/jobs/vector_training.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The loss, and below it the share of analogies that come out right. Where only one has room, it is
// the one that the step speaks of. `mark`: per cent of the training, where an earlier moment is
// shown.
void draw_training_curves(Ui& ui, const VectorTrainingSnapshot& now, const std::string& spoken,
                          std::optional<double> mark, Rect area);

}  // namespace glassformer
