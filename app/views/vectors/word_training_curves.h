#pragma once

#include <optional>

#include "app/jobs/vector_training.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The loss, and the share of analogies that come out right. `mark`: per cent of the training, where
// an earlier moment is shown.
void draw_loss_curve(Ui& ui, const VectorTrainingSnapshot& now, std::optional<double> mark,
                     Rect area);
void draw_analogy_curve(Ui& ui, const VectorTrainingSnapshot& now, std::optional<double> mark,
                        Rect area);

}  // namespace glassformer
