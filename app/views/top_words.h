#pragma once

#include "app/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// One row of a distribution over words as bars: the most probable first, as many as fit, each with
// its logit, its exponential's share and its probability.
void draw_top_words(Ui& ui, Session& session, Var logits, Var probabilities, int row, Rect area);

}  // namespace glassformer
