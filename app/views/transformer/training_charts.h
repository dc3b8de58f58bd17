#pragma once

#include <optional>

#include "app/jobs/training_job.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The curves of a training: the loss of every step, and how many held-out sentences come out right.
// `mark`: the step that the slider has gone back to. Where nothing is learned yet, it says so.
// `floor`: a loss that none is below, which is seen; 0: it is not shown.
void draw_losses(Ui& ui, const TrainingSnapshot& now, Rect area, std::optional<double> mark = {},
                 double floor = 0);
void draw_scores(Ui& ui, const TrainingSnapshot& now, Rect area, std::optional<double> mark = {});

// The learning rate of every step of such a model, and where its training is.
void draw_rate(Ui& ui, const TrainingSnapshot& now, const Checkpoint& model, Rect area);

}  // namespace glassformer
