#pragma once

#include "core/grad/tape.h"

namespace glassformer {

// From the slopes of x W + b to the gradients of an op's inputs x, W and b, the one behind W:
// dX = dY Wᵀ, dW = Xᵀ dY, db = the sum of the rows of dY.
void add_affine_gradients(Tape& tape, const Node& node, int x, int w, const Mat& slopes);

}  // namespace glassformer
