// One function on every cell, on the card: shaders/cellwise.comp with the function and its slope as
// text. The limits are those of core/grad/ops/: 1 / 0 = ∞, nan travels.
#include <fmt/format.h>

#include <string>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

struct Function {
  const char* name;
  const char* f;      // of x; `a` is Attr::a, `col` the column
  const char* slope;  // of x and y
};

// clang-format off: a table reads best as one
constexpr Function functions[] = {
    {"relu", "is_nan(x) ? x : max(x, 0.0)", "(x > 0.0 ? 1.0 : 0.0)"},
    {"scale", "x * a", "a"},
};
// clang-format on

const Function& function_of(const Node& node) {
  for (const Function& function : functions) {
    if (node.op->name == function.name) return function;
  }
  throw std::logic_error("no function " + std::string(node.op->name) + " on the card");
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMat& x = gpu_in(tape, node, 0);
  const Kernel kernel{"cellwise.comp", fmt::format("#define F {}\n", function_of(node).f)};
  for (const RowBlock rows : row_blocks(device, to.shape())) {
    device.run(kernel, {rows.of(device, x), rows.of(device, to)}, {rows.cells, to.shape().cols},
               {static_cast<float>(node.attr.a)}, rows.groups(128));
  }
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMat& x = gpu_in(tape, node, 0);
  GpuMat& dx = gpu_grad(tape, node, 0);
  const Kernel kernel{"cellwise.comp",
                      fmt::format("#define BACKWARD\n#define SLOPE {}\n", function_of(node).slope)};
  for (const RowBlock rows : row_blocks(device, grad.shape())) {
    device.run(kernel,
               {rows.of(device, x), rows.of(device, gpu_value(node)), rows.of(device, grad),
                rows.of(device, dx)},
               {rows.cells, grad.shape().cols}, {static_cast<float>(node.attr.a)},
               rows.groups(128));
  }
}

constexpr GpuOp op(std::size_t i) {
  return {functions[i].name, forward, backward};
}
constexpr GpuOp ops[] = {op(0), op(1)};
const RegisterGpuOp registered[] = {RegisterGpuOp{ops[0]}, RegisterGpuOp{ops[1]}};

}  // namespace

}  // namespace glassformer
