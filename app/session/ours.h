#pragma once

#include "app/session/session.h"
#include "core/lesson/living_text.h"

namespace glassformer {

// What of that which the session shows is the lesson's own: beside its inputs at this step. What a
// view puts into a slot by itself is for the view to judge (View::ours).
Ours ours_of(const Session& session);

}  // namespace glassformer
