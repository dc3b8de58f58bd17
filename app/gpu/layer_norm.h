#pragma once

#include "app/gpu/gpu_op.h"
#include "app/gpu/sum_parts.h"

namespace glassformer {

// layer_norm on the card (shaders/layer_norm.comp), as GpuOp wants it. With `sum` it makes the
// value of its first input too, or in backward passes its gradient on to those two; the gradient of
// one row for all is left out.
void layer_norm_forward(Device& device, const Tape& tape, const Node& node, GpuMat& to,
                        const SumParts* sum);
void layer_norm_backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad,
                         const SumParts* sum);

}  // namespace glassformer
