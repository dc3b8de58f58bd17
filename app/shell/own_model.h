#pragma once

#include "app/session/session.h"
#include "core/models/checkpoint.h"

namespace glassformer {

// The model that was trained here and is shown, which can be saved: of a pre-training, as it was at
// the moment that is shown. Null: there is none.
CheckpointPtr own_model(const Session& session);

}  // namespace glassformer
