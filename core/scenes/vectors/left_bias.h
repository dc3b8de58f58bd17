#pragma once

#include "core/scenes/part.h"

namespace glassformer {

// What neutralising one direction leaves (Gonen and Goldberg 2019): records under the scope `left`
// the direction [1, d] from the second to the first word of a pair [2, d], and projection
// [1, words], the neutralised words [words, d] along it. Returns the projection.
Part name_left(Part pair, Part neutral);

}  // namespace glassformer
