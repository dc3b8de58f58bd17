#pragma once

#include <span>
#include <string_view>

#include "app/gpu/gpu_op.h"
#include "app/gpu/sum_parts.h"

namespace glassformer {

// A function of one cell for shaders/cellwise.comp, in GLSL.
struct CellFunction {
  const char* name;  // of the op
  const char* f;     // of x; `a` is Attr::a, `col` the column
  const char* term;  // what is added to dx, from x, y and dy
};

// The limits are those of core/grad/ops/: 1 / 0 = ∞, nan stays nan.
std::span<const CellFunction> cell_functions();
const CellFunction* find_cell_function(std::string_view op);  // nullptr if there is none

// Such an op on the card, for GpuOp. With `sum` it computes its input too, the sum of these two; in
// backward it passes the gradient on to both, except to a row that is added to every row.
void cell_function_forward(Device& device, const Tape& tape, const Node& node, GpuMat& to,
                           const SumParts* sum);
void cell_function_backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad,
                            const SumParts* sum);

}  // namespace glassformer
