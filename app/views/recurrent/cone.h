#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/convolutions.h"

namespace glassformer {

// The layers of a stack of convolutions above the words of a sentence. Of one word of one layer it
// shows the cone: all words below that lead to it, and in how many ways. That word is the one under
// the pointer, or the row of the cell that is chosen, or that of the step. With `moved` every word
// of every layer is coloured by how far it moves.
void draw_cone(Ui& ui, Session& session, const ConvolutionsRecord& record, bool moved, Rect area);

}  // namespace glassformer
