#pragma once

#include <string>

#include "app/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The parallelogram of an analogy in the plane of its words: the step from a to b, taken once more
// from c, and the chosen answer. Nothing for a question of another form.
void draw_word_plane(Ui& ui, Session& session, const std::string& chosen, Rect area);

}  // namespace glassformer
