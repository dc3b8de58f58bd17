#pragma once

#include "core/grad/tape.h"

namespace glassformer {

Var log_sigmoid(Tape&, Var x);  // [n, m] → [n, m]  log σ(x), the log-likelihood of a yes

}  // namespace glassformer
