#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// How long each word's vector is after every sub-layer, and how long what the sub-layer added is.
// `place`: how many sub-layers are behind us.
void draw_stream(Ui& ui, Session& session, bool decoder, int place, Rect area);

}  // namespace glassformer
