#pragma once

#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/why_near.h"

namespace glassformer {

// The share of the cosine that each context has, a bar for each; `added`: each begins where the one
// above it ends, the other contexts follow, and the last line is their sum, with what the trained
// vectors say beside it.
void draw_share_list(Ui& ui, Session& session, const WhyNearRecord& record, bool added, Rect area);

}  // namespace glassformer
