#pragma once

#include "core/tensor/real.h"

namespace glassformer {

// e^(scale x) of the n cells, divided by their sum. −∞ gives 0; not all may be −∞. The memory must
// be there up to the next multiple of `lanes`; what lies beyond n is overwritten.
void softmax_row(Real* cells, int n, Real scale);

}  // namespace glassformer
