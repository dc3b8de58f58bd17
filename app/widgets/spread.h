#pragma once

#include <vector>

namespace glassformer {

// Positions for labels of one height near where they belong, none over another, all within
// [min, max]. `wanted` holds their middles, and so does the result, in the same order. The sum of
// the squared moves is minimal (pool adjacent violators). When there is no room for all, they are
// spaced evenly.
std::vector<float> spread_labels(const std::vector<float>& wanted, float height, float min,
                                 float max);

}  // namespace glassformer
