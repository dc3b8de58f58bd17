#pragma once

#include "core/embed/vectors/rows.h"
#include "core/tensor/mat.h"

namespace glassformer {

// The rotation (with a reflection where that fits better) that brings rows nearest to others: the
// R [from.dim, to.dim] of orthonormal rows or columns that makes Σ ‖from_i R − to_i‖² least
// (Schönemann 1966). Row i of both is the same thing; spaces of two widths are allowed, and the
// wider one is then cut. A direction that the two do not share at all becomes 0. Rows are taken as
// they are: subtract their means before.
Mat procrustes(const Rows& from, const Rows& to);

}  // namespace glassformer
