#pragma once

#include <string>

#include "app/jobs/vector_training.h"
#include "app/jobs/vector_training_job.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What is said of a training of word vectors beside its pictures.

// How far it is. What is computed in one go has no curves: it says its score here.
std::string state_of(const VectorTrainingSnapshot& now, const WordTrainingPlan& plan);
// What is done before there is anything to learn from; a large text takes a while to read.
// `seconds`: since it began.
void draw_preparing(Ui& ui, const WordTrainingPlan& plan, const VectorTrainingSnapshot& now,
                    double seconds, Rect area);
// What there is to say of a text of one's own; takes its height from the area.
void draw_notes(Ui& ui, const VectorTrainingSnapshot& now, Rect& area);

}  // namespace glassformer
