#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Where each head looks from one word: a row of colours for each head under the words, and of the
// row that is spoken of arcs from the word to those it looks at, with the largest weight.
void draw_head_rows(Ui& ui, Session& session, Var looks, int from, Rect area);

}  // namespace glassformer
