#pragma once

#include <string_view>

#include "app/gpu/device.h"

namespace glassformer {

// On the card: c_ij = f(a_ij, b), or with `add` c_ij += f(a_ij, b). `b_of` says what b is: the cell
// b_ij, the cell b_j of a single row, b_i of a single column, or one number for all cells. f is a
// GLSL expression in a, b and `factor`.
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
