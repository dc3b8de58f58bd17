#pragma once

#include <string>

#include "app/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// How the scores of the chosen word come about, term by term: a column for each way to answer.
void draw_answer_terms(Ui& ui, Session& session, const std::string& chosen, Rect area);

}  // namespace glassformer
