#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/embed/vectors/rows.h"

namespace glassformer {

// Files may hold vectors with numbers that are infinite or none. They have no place on a map, and
// one of them in a mean or a covariance would leave none to the others.
bool is_finite(std::span<const float> row);
// The numbers of the rows that are finite throughout.
std::vector<std::size_t> finite_rows(const Rows& rows);
// Those rows, in that order; nothing is copied where it is all of them.
Rows only(const Rows& rows, const std::vector<std::size_t>& kept);

}  // namespace glassformer
