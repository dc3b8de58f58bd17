#pragma once

#include <string>
#include <string_view>

#include "app/session/session.h"
#include "app/views/view.h"
#include "app/widgets/formula.h"
#include "core/lesson/living_text.h"

namespace glassformer {

// The words of a step beside the stage, the same for the explanation and the presenter: how they
// are written, and what they are filled with.

// A tensor has the colour of its matrix, and lights up with it.
FormulaStyle linked_style(const Theme& theme, const Session& session, Color ink, float size);
// A tensor of a formula was touched: its matrix lights up, if the run has it.
void hover_tensor(Session& session, const std::string& path);

// A note of the run, which may be a fragment: "w is random (seed 7)". A file or a command that it
// begins with keeps its name as it is.
std::string as_sentence(std::string_view note);

// What the words of this step are filled from; valid until the session has another run.
LivingText living_text(const Session& session, const View& view);

}  // namespace glassformer
