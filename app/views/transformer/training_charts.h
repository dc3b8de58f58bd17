#pragma once

#include <optional>

#include "app/jobs/training_job.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The curves of a training: the loss of every step, and how many held-out sentences come out right.
// `mark`: the step that the slider has gone back to. Where nothing is learned yet, it says so.
void draw_losses(Ui& ui, const TrainingSnapshot& now, Rect area, std::optional<double> mark = {});
void draw_scores(Ui& ui, const TrainingSnapshot& now, Rect area, std::optional<double> mark = {});

}  // namespace glassformer
