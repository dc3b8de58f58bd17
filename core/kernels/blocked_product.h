#pragma once

#include "core/kernels/small_product.h"

namespace glassformer {

// c = a b, or c += a b, for matrices of any size: a [rows, inner], b [inner, cols], each as it is
// strided, c [rows, cols] with rows ldc apart. `first`: a row of cols cells that each row of a b is
// added to, in place of c. On the calling thread.
//
// The way of Goto and van de Geijn 2008 ("Anatomy of High-Performance Matrix Multiplication"):
// parts of a and b are copied into the order in which they are read, and a tile of c stays in
// registers. A cell is the sum over `inner` in order, in blocks that depend on nothing but `inner`:
// it is the same whichever part of a larger product this call is.
void blocked_product(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner,
                     int cols, bool accumulate, const Real* first = nullptr);

// c = a b with b copied into panels once and used by many products, as the weights of a recurrent
// layer are at each step: panel j holds panel_cols() columns of b, row after row. a [rows,
// inner] has rows lda apart, c [rows, cols] rows ldc apart; cols must be a multiple of
// panel_cols(), which depends on the width in use. Each cell is one sum in order, in Real. On the
// calling thread.
int panel_cols();
// Copies columns of b into panels, filled up with zeros: cell p of column j is from[j * line + p *
// step].
void pack_panels(const Real* from, std::ptrdiff_t line, std::ptrdiff_t step, int cols, int inner,
                 Real* to);
void product_of_panels(const Real* a, std::ptrdiff_t lda, const Real* panels, Real* c,
                       std::ptrdiff_t ldc, int rows, int inner, int cols);

}  // namespace glassformer
