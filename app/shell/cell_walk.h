#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The keyboard on the stage: every part that shows cells is a place where Tab comes to; there the
// arrows go from cell to cell, Enter opens the number of a matrix, X hides a cell while the class
// predicts, and Escape lets go. Comes behind the parts, which have told what they drew. True while
// the keyboard is on one of them.
bool walk_cells(Ui& ui, Session& session);

}  // namespace glassformer
