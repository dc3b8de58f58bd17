#pragma once

#include "app/gpu/gpu_op.h"
#include "app/gpu/sum_parts.h"

namespace glassformer {

// layer_norm on the card (shaders/layer_norm.comp), for GpuOp. With `sum` it computes its first
// input too, the sum of these two; in backward it passes the gradient on to both, except to a row
// that is added to every row.
void layer_norm_forward(Device& device, const Tape& tape, const Node& node, GpuMat& to,
                        const SumParts* sum);
void layer_norm_backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad,
                         const SumParts* sum);

}  // namespace glassformer
