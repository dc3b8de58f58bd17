#pragma once

#include <algorithm>
#include <cmath>

#include "core/grad/tape.h"

namespace glassformer {

// log σ(x) = −log(1 + e^(−x)), without overflow; nan stays nan.
inline double log_sigmoid_of(double x) {
  return std::min(x, 0.0) - std::log1p(std::exp(-std::abs(x)));
}

Var log_sigmoid(Tape&, Var x);  // [n, m] → [n, m]  log σ(x), the log-likelihood of a yes

}  // namespace glassformer
