#pragma once

#include "core/tensor/real.h"

namespace glassformer {

// e^(scale x) of the n cells, divided by their sum. −∞ gives 0; not all may be −∞.
void softmax_row(Real* cells, int n, Real scale);

}  // namespace glassformer
