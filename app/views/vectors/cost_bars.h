#pragma once

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/bengio.h"

namespace glassformer {

// How many multiplications each network takes for one word: a bar each, of what its parts take. A
// step that is about the sum of one network shows this one and those below it, which are smaller.
void draw_cost_bars(Ui& ui, Session& session, const BengioRecord& record, Rect area);

}  // namespace glassformer
