#pragma once

#include "app/widgets/matrix.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Over a causal map of so many tokens: what would be ahead of each is covered.
void close_ahead(Ui& ui, const MatrixLayout& map, int tokens);

}  // namespace glassformer
