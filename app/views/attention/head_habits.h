#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/views/parts/matrix_panel.h"

namespace glassformer {

// What every head of a file of attentions does with its weight, habit by habit: a table of layers
// and heads each. Returns the paths of the matrices.
std::vector<std::string> draw_habits(Ui& ui, Session& session, Rect area);

// How much of its direction each token keeps in each layer; a sentence where the file has no hidden
// states. Returns likewise.
std::vector<std::string> draw_states(Ui& ui, Session& session, MatrixPanel& panel, Rect area);

}  // namespace glassformer
