#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// `place`: how many sub-layers are behind us.
struct StreamPlace {
  bool decoder = false;
  int place = 0;
};
// How long each word's vector is after every sub-layer.
void draw_stream_length(Ui& ui, Session& session, StreamPlace at, Rect area);

}  // namespace glassformer
