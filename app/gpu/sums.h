#pragma once

#include <string_view>

#include "app/gpu/device.h"

namespace glassformer {

// to_j = factor Σ_i term, or added to to_j, on the card. The term is an expression in GLSL of the
// cell `at` in row `row`: of a_[at], b_[at] and the two numbers of each row in of_row[2 * row]. It
// may be of four cells at once, unless it is of a pair of cells for each column.
struct ColumnSums {
  const GpuMat& a;
  GpuMat& to;  // one row
  bool add = false;
  float factor = 1;
  std::string_view term = "a_[at]";
  const GpuMat* b = nullptr;
  const GpuMat* of_row = nullptr;
  bool of_pairs = false;
};
void sum_columns(Device& device, const ColumnSums& sums);

// to_i = factor Σ_j x_ij; `to` is one column.
void sum_rows(Device& device, const GpuMat& x, GpuMat& to, float factor);
// to = factor Σ_i Σ_j x_ij
void sum_cells(Device& device, const GpuMat& x, GpuMat& to, float factor);

}  // namespace glassformer
