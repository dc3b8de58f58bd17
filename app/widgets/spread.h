#pragma once

#include <vector>

namespace glassformer {

// Places for labels of one height near where they belong, none over another, all within
// [least, most]. `wanted` are their middles, and so is the answer, in the same order. The sum of
// the squared moves is the least possible (pool adjacent violators). When there is no room for all,
// they are set as wide apart as there is room for.
std::vector<float> spread_labels(const std::vector<float>& wanted, float height, float least,
                                 float most);

}  // namespace glassformer
