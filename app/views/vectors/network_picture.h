#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/bengio.h"

namespace glassformer {

// Bengio's network as it is drawn in the paper's figure 1, from left to right: the rows of the
// words before beneath each other, the hidden layer, and a bar for each word. A line is a weight,
// and its width says how large. What no step has been about yet is not drawn. Touching a cell
// touches it everywhere.
void draw_network_picture(Ui& ui, Session& session, const BengioRecord& record, Rect area);

}  // namespace glassformer
