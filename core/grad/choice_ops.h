#pragma once

#include "core/grad/tape.h"

// The ops of hard attention and of what is learned about weights; as core/grad/ops.h, one file each
// in core/grad/ops.
namespace glassformer {

Var hardmax(Tape&, Var x);  // 1 at the largest cell of each row, 0 elsewhere; no gradient
Var sample_rows(Tape&, Var p, Var u);  // [n, m] [n, 1] → [n, m]  1 where the draw u ∈ [0, 1) falls
// [n, m] [n, m] → [1, 1]  −Σ t log softmax(x), with targets t of any sign and sum
Var soft_cross_entropy(Tape&, Var x, Var targets);

}  // namespace glassformer
