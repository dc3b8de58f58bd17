#pragma once

#include <cstddef>

#include "core/tensor/real.h"

namespace glassformer {

// Where the cell (i, p) of a matrix lies: cells[i * row + p * col].
struct Strided {
  const Real* cells = nullptr;
  std::ptrdiff_t row = 0;
  std::ptrdiff_t col = 1;
};

// c = a b for matrices that fit the first cache, such as the scores of one head of one sentence:
// a [rows, inner] as it is strided, b [inner, cols] with rows ldb apart, c [rows, cols] with rows
// ldc apart. cols must be a multiple of
// lanes_in_use(). On the calling thread; each cell is one sum in
// order, in Real.
void small_product(Strided a, const Real* b, std::ptrdiff_t ldb, Real* c, std::ptrdiff_t ldc,
                   int rows, int inner, int cols);

// Rows become columns: to[p * to_line + r] = from[r * line + p].
void turned_copy(const Real* from, std::ptrdiff_t line, int rows, int cols, Real* to,
                 std::ptrdiff_t to_line);

}  // namespace glassformer
