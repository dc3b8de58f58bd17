#pragma once

#include "app/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The lessons on the left, grouped. Returns the index of the one that was clicked, or −1.
int draw_lesson_list(Ui& ui, const Session& session, Rect area);

}  // namespace glassformer
