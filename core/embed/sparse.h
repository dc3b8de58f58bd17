#pragma once

#include <cstdint>
#include <vector>

#include "core/tensor/mat.h"

namespace glassformer {

// A matrix most of whose cells are 0: of each row the columns of the others, in order, and their
// values.
struct SparseRows {
  int cols = 0;
  std::vector<std::uint64_t> starts{0};  // of each row, and the end
  std::vector<std::int32_t> columns;
  std::vector<float> values;

  int rows() const { return static_cast<int>(starts.size()) - 1; }
};

SparseRows transposed(const SparseRows& a);

// a x: [rows, cols] [cols, n] → [rows, n], over the cores; the same for any number of them. The
// columns of x must be a multiple of `lanes` (core/backend/lanes.h).
Mat product(const SparseRows& a, const Mat& x, int threads);

}  // namespace glassformer
