#pragma once

#include "app/session/session.h"

namespace glassformer {

// Puts the model into the open lesson. Where it cannot read the lesson's sentence, because it was
// trained on other characters, one that it can read takes its place: a date or a number.
void use_model(Session& session, const CheckpointPtr& model);

// The lesson on that model, as it is to be opened, with such a sentence where it needs one.
Lesson with_model(Lesson lesson, const CheckpointPtr& model);

}  // namespace glassformer
