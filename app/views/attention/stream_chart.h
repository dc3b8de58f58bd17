#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// How long each word's vector is after every sub-layer, and how long what the sub-layer added is.
// `place`: how many sub-layers are behind us.
struct StreamPlace {
  bool decoder = false;
  int place = 0;
};
void draw_stream(Ui& ui, Session& session, StreamPlace at, Rect area);
// The first of the two alone, as one picture.
void draw_stream_length(Ui& ui, Session& session, StreamPlace at, Rect area);

}  // namespace glassformer
