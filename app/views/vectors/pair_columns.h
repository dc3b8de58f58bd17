#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/whole_text.h"

namespace glassformer {

// A column for each position of the text, with its word above and a cell for each word of its
// window below: that word, and how likely it is given the one above. Of a long text the positions
// around the centre. Returns the position whose word was clicked, or −1.
int draw_pair_columns(Ui& ui, Session& session, const WholeTextRecord& record, int window,
                      Rect area);

}  // namespace glassformer
