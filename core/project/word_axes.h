#pragma once

#include <optional>
#include <vector>

#include "core/embed/vectors/rows.h"
#include "core/tensor/mat.h"

namespace glassformer {

// Axes that mean something, to look at words along. Rows are [n, dim]; each function gives nothing
// where the rows that it is given do not span what it needs.

// From one row to another, of length 1: "she" − "he". [dim]
std::optional<std::vector<float>> direction(const Rows& rows, int from, int to);

// The plane through three rows: a is its origin, b lies on the first axis, and c on the side of the
// second that is positive (Gram–Schmidt). In it a, b and c have their true distances. [2, dim]
std::optional<Mat> plane_through(const Rows& rows, int a, int b, int c);

}  // namespace glassformer
