#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A bar for each word's share, a matrix of one row, with its number over it as far as there is
// room; what is held against the context in colour. With `after`, a matrix alike, each word has a
// second bar.
void draw_share_bars(Ui& ui, Session& session, Var shares, Var after, Rect area);

}  // namespace glassformer
