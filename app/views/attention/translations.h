#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The translation with the model as it is now, and as it was trained: under each word a bar, the
// probability that it was given. Touch a word and its softmax is explained.
void draw_translations(Ui& ui, Session& session, Rect area);
// px; in a low window one line, while no head is switched.
float translations_height(const Ui& ui, const Session& session, bool low);

}  // namespace glassformer
