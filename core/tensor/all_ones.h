#pragma once

#include <algorithm>

#include "core/tensor/mat.h"

namespace glassformer {

inline Mat all_ones(int rows, int cols) {
  Mat ones(rows, cols);
  std::ranges::fill(ones.cells(), Real{1});
  return ones;
}

}  // namespace glassformer
