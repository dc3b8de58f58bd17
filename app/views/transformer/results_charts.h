#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/results.h"

namespace glassformer {

// BLEU against training cost on a logarithmic axis, and the same numbers as a list; a disc and its
// line light each other.
void draw_cost_list(Ui& ui, Session& session, const ResultsRecord::Table& systems, Rect area);
void draw_cost_chart(Ui& ui, Session& session, const ResultsRecord::Table& systems, Rect area);

// GPUs × hours × seconds × speed = operations, for both Transformers.
void draw_cost_equation(Ui& ui, Session& session, Rect area);

// For each pair of languages PBMT, GNMT and Human on one line, and the part of the way in between.
void draw_side_by_side(Ui& ui, Session& session, Rect area);

// BLEU of convolutional and recurrent systems as bars, and beside the last what another table says.
void draw_convolutions(Ui& ui, Session& session, Rect area);

}  // namespace glassformer
