#pragma once

#include <span>
#include <vector>

#include "core/embed/vectors/rows.h"

namespace glassformer {

// The mean of the unit vectors of some rows, [dim]; a row of zeros or one that is not finite counts
// as zeros. Its length says how far the rows point one way, from 0, everywhere, to 1, all alike:
// the mean resultant length of directional statistics (Mardia and Jupp 2000, §9.2). The square of
// the length is the mean cosine over all pairs of the rows, each with itself among them.
std::vector<float> mean_direction(const Rows& rows, std::span<const int> ids);

}  // namespace glassformer
