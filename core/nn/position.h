#pragma once

#include "core/tensor/mat.h"

namespace glassformer {

// Sinusoidal positional encoding (Vaswani et al. 2017, §3.5): [n, d_model],
//   PE(pos, 2i) = sin(pos / base^(2i / d_model)),  PE(pos, 2i + 1) = cos(pos / base^(2i /
//   d_model)).
// Positions count from 0. With an odd d_model the last sine has no cosine.
Mat sinusoidal_positions(int n, int d_model, double base = 10000);

}  // namespace glassformer
