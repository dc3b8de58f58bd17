#pragma once

#include <cstddef>

#include "app/widgets/matrix.h"

namespace glassformer {

// The colours of a matrix for a picture of at most `max_side` pixels a side: of a larger matrix
// each pixel shows a nan of its block, or else the cell that is farthest from 0, so that a single
// bright cell is not lost. Kept as heat maps are; reads id, values, stamp and role of the spec
// alone. A new picture takes as many cells from the budget as its matrix has, and is not made once
// that is used up: nullptr, and hundreds of maps come over several frames instead of holding up
// one.
ImagePtr small_map(const Theme& theme, const MatrixSpec& spec, int max_side,
                   std::size_t* budget = nullptr);

}  // namespace glassformer
