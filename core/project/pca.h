#pragma once

#include <span>
#include <vector>

#include "core/embed/vectors/rows.h"
#include "core/tensor/mat.h"

namespace glassformer {

// The directions along which rows differ most (Pearson 1901): eigenvectors of their covariance.
struct Pca {
  std::vector<float> mean;        // [dim]
  Mat axes;                       // [components, dim]: orthonormal rows, the largest cell positive
  std::vector<double> variances;  // [dim]: of the rows along every axis, largest first, over n − 1
};

// The first `components` of rows [n, dim]; there are at most dim, more are not given.
// Cells that are not finite are the caller's to keep away (finite_rows()). Throws UserError for
// numbers whose squares are beyond a float.
Pca principal_components(const Rows& rows, int components);

// (rows − origin) axesᵀ: [n, dim] and [k, dim] → [n, k]. The axes need not be orthogonal.
Mat projected(const Rows& rows, std::span<const float> origin, const Mat& axes);

// The covariance of rows [n, dim] around their mean, over n − 1: dim × dim.
std::vector<double> covariance(const Rows& rows, std::span<const float> mean);
std::vector<float> mean_row(const Rows& rows);

}  // namespace glassformer
