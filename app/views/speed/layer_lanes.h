#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The four kinds of layers over a row of words, a lane for each. Which words wait for others: time
// runs downwards, and what stands at one height is computed at once.
void draw_layer_waits(Ui& ui, Session& session, Rect area);

// In how many steps a signal comes from the first word to the last.
void draw_layer_paths(Ui& ui, Session& session, Rect area);

}  // namespace glassformer
