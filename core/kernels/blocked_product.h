#pragma once

#include "core/kernels/small_product.h"

namespace glassformer {

// c = a b, or c += a b, for matrices of any size: a [rows, inner], b [inner, cols], each as it is
// strided, c [rows, cols] with rows ldc apart. On the calling thread.
//
// The way of Goto and van de Geijn 2008 ("Anatomy of High-Performance Matrix Multiplication"):
// parts of a and b are copied into the order in which they are read, and a tile of c stays in
// registers. A cell is the sum over `inner` in order, in blocks that depend on nothing but `inner`:
// it is the same whichever part of a larger product this call is.
void blocked_product(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner,
                     int cols, bool accumulate);

}  // namespace glassformer
