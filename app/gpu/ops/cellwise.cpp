// One function on every cell, on the card: shaders/cellwise.comp with the function and its slope as
// text. The limits are those of core/grad/ops/: 1 / 0 = ∞, nan travels.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

struct Function {
  const char* name;
  const char* f;     // of x; `a` is Attr::a, `col` the column
  const char* term;  // what dx gets, of x, y and dy
};

// clang-format off: a table reads best as one
constexpr std::array functions{
    Function{"relu", "is_nan(x) ? x : max(x, 0.0)", "x <= 0.0 ? 0.0 : dy"},
    Function{"scale", "x * a", "dy * a"},
    Function{"gelu", "gelu(x)", "dy * gelu_slope(x)"},
    Function{"tanh", "tanh_of(x)", "dy * (1.0 - y * y)"},
    Function{"sigmoid", "sigmoid(x)", "dy * (y * (1.0 - y))"},
    Function{"log_sigmoid", "log_sigmoid(x)", "dy * sigmoid(-x)"},
    Function{"exp", "exp(x)", "dy * y"},
    Function{"sinusoid", "col % 2 == 0 ? sin_cos(x).x : sin_cos(x).y",
             "dy * (col % 2 == 0 ? sin_cos(x).y : -sin_cos(x).x)"},
    Function{"reciprocal", "x == 0.0 ? infinity : 1.0 / x", "x == 0.0 ? 0.0 : -dy / (x * x)"},
};
// clang-format on

const Function& function_of(const Node& node) {
  const auto found = std::ranges::find(functions, node.op->name, [](const Function& function) {
    return std::string_view(function.name);
  });
  if (found == functions.end()) {
    throw std::logic_error("no function " + std::string(node.op->name) + " on the card");
  }
  return *found;
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMat& x = gpu_in(tape, node, 0);
  const Kernel kernel{"cellwise.comp", fmt::format("#define F {}\n", function_of(node).f)};
  for (const RowBlock& rows : row_blocks(device, to.shape())) {
    device.run(kernel, {rows.of(device, x), rows.of(device, to)}, {rows.cells, to.shape().cols},
               {static_cast<float>(node.attr.a)}, rows.groups());
  }
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMat& x = gpu_in(tape, node, 0);
  GpuMat& dx = gpu_grad(tape, node, 0);
  const Kernel kernel{"cellwise.comp",
                      fmt::format("#define BACKWARD\n#define TERM {}\n", function_of(node).term)};
  for (const RowBlock& rows : row_blocks(device, grad.shape())) {
    device.run(kernel,
               {rows.of(device, x), rows.of(device, gpu_value(node)), rows.of(device, grad),
                rows.of(device, dx)},
               {rows.cells, grad.shape().cols}, {static_cast<float>(node.attr.a)}, rows.groups());
  }
}

const auto ops = [] {
  std::array<GpuOp, functions.size()> all{};
  std::ranges::transform(functions, all.begin(), [](const Function& function) {
    return GpuOp{function.name, forward, backward};
  });
  return all;
}();
[[maybe_unused]] const bool registered = [] {
  for (const GpuOp& op : ops) RegisterGpuOp{op};
  return true;
}();

}  // namespace

}  // namespace glassformer
