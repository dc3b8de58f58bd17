#pragma once

#include <span>
#include <string_view>

#include "app/gpu/gpu_op.h"
#include "app/gpu/sum_parts.h"

namespace glassformer {

// A function of one cell, as shaders/cellwise.comp takes it: text in GLSL.
struct CellFunction {
  const char* name;  // of the op
  const char* f;     // of x; `a` is Attr::a, `col` the column
  const char* term;  // what dx gets, of x, y and dy
};

// The limits are those of core/grad/ops/: 1 / 0 = ∞, nan travels.
std::span<const CellFunction> cell_functions();
const CellFunction* find_cell_function(std::string_view op);  // nullptr if that op is none

// Such an op on the card, as GpuOp wants it. With `sum` it makes the value of its input too, or in
// backward passes its gradient on to those two; the gradient of one row for all is left out.
void cell_function_forward(Device& device, const Tape& tape, const Node& node, GpuMat& to,
                           const SumParts* sum);
void cell_function_backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad,
                            const SumParts* sum);

}  // namespace glassformer
