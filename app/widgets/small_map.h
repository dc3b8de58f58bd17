#pragma once

#include "app/widgets/matrix.h"

namespace glassformer {

// The colours of a matrix for a picture of at most `most` pixels a side: of a larger matrix each
// pixel shows the cell of its block that is farthest from 0, so that a single bright cell is not
// lost. Kept as heat maps are; reads id, values, stamp and role of the spec alone.
ImagePtr small_map(const Theme& theme, const MatrixSpec& spec, int most);

}  // namespace glassformer
