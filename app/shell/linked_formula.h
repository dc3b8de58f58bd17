#pragma once

#include <string>

#include "app/session.h"
#include "app/widgets/formula.h"

namespace glassformer {

// How words and formulas beside the stage are written: a tensor has the colour of its matrix, and
// lights up with it.
FormulaStyle linked_style(const Theme& theme, const Session& session, Color ink, float size);
// A tensor of a formula was touched: its matrix lights up, if the run has it.
void hover_tensor(Session& session, const std::string& path);

}  // namespace glassformer
