#pragma once

#include "core/kernels/small_product.h"

namespace glassformer {

// blocked_product() on processors that multiply whole tiles of bfloat16 (AMX): two to three times
// as fast where it has more to compute than to fetch. Each float is the sum of three bfloat16, and
// of the nine products of such parts the six that reach 2^-16 of the whole are added up in float:
// a cell is as near to the true sum as one that was summed in float throughout (the way of Henry,
// Tang and Heinecke 2019, "Leveraging the bfloat16 Artificial Intelligence Datatype For
// Higher-Precision Computations"). What lies below 2^-110 loses digits.
//
// A cell does not depend on which part of a larger product this call is, unless one of the factors
// is not finite: blocks that hold such a number are blocked_product()'s.
void tile_product(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner, int cols,
                  bool accumulate, const Real* first = nullptr);

// Whether that is the faster way for a product of these sizes, and there is one here.
bool worth_tiles(int rows, int inner, int cols);

// The faster of the two for a product of these sizes. Where one is made in parts, it is that of the
// whole: cells would else depend on the cuts.
using Product = void (*)(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner,
                         int cols, bool accumulate, const Real* first);
Product product_for(int rows, int inner, int cols);

}  // namespace glassformer
