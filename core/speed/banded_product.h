#pragma once

#include "core/kernels/small_product.h"

namespace glassformer {

// blocked_product() over the cores: each takes a band of the rows of c.
void banded_product(Strided a, Strided b, Real* c, std::ptrdiff_t ldc, int rows, int inner,
                    int cols, bool accumulate = false);

}  // namespace glassformer
