#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// What every head of a file of attentions does with its weight, habit by habit: a table of layers
// and heads each. Returns the paths of the matrices.
std::vector<std::string> draw_habits(Ui& ui, Session& session, Rect area);

// How much of its direction each token keeps in each layer; a sentence where the file has no hidden
// states. Returns likewise.
std::vector<std::string> draw_states(Ui& ui, Session& session, Rect area);

}  // namespace glassformer
