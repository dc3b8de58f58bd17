#pragma once

#include <string_view>

#include "app/gpu/device.h"

namespace glassformer {

// c_ij = f of a_ij and b, or added to c_ij, on the card. b is a cell of a matrix as large, of a
// row, of a column, or one number for all cells. f is an expression in GLSL of a, b and `factor`.
struct Combine {
  enum class Of { cell, row, column, all };
  std::string_view f;
  const GpuMat& a;
  const GpuMat& b;
  GpuMat& c;
  bool add = false;
  Of b_of = Of::cell;
  float factor = 1;
};
void combine(Device& device, const Combine& what);

}  // namespace glassformer
