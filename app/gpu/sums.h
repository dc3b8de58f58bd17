#pragma once

#include <string_view>

#include "app/gpu/device.h"

namespace glassformer {

// On the card: to_j = factor Σ_i term, or with `add` to_j += …. The term is a GLSL expression in
// a_[at], b_[at] and the two numbers of its row, of_row[2 * row] and the next. Four cells may be
// computed at once, unless each column stands for a pair of cells (`of_pairs`).
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
