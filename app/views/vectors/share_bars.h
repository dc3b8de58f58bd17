#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A bar for each word's share, a matrix of one row; what is held against the context in colour.
// With `after`, a matrix alike, each word has a second, thin bar; without it the bars say their
// per cents where there is room.
void draw_share_bars(Ui& ui, Session& session, Var shares, Var after, Rect area);

}  // namespace glassformer
