// One function on every cell, on the card: shaders/cellwise.comp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/gpu/gpu_op.h"
#include "app/gpu/sum_parts.h"

namespace glassformer {

namespace {

// A function of one cell for shaders/cellwise.comp, in GLSL.
struct CellFunction {
  const char* name;  // of the op
  const char* f;     // of x; `a` is Attr::a, `col` the column
  const char* term;  // what is added to dx, from x, y and dy
};

// The limits are those of core/grad/ops/: 1 / 0 = ∞, nan stays nan.
// A table reads best as one.
// clang-format off
constexpr std::array kFunctions{
    CellFunction{"relu", "is_nan(x) ? x : max(x, 0.0)", "x <= 0.0 ? 0.0 : dy"},
    CellFunction{"scale", "x * a", "dy * a"},
    CellFunction{"gelu", "gelu(x)", "dy * gelu_slope(x)"},
    CellFunction{"gelu_tanh", "gelu_tanh(x)", "dy * gelu_tanh_slope(x)"},
    CellFunction{"silu", "x < -80.0 ? 0.0 : x * sigmoid(x)", "dy * silu_slope(x)"},
    CellFunction{"tanh", "tanh_of(x)", "dy * (1.0 - y * y)"},
    CellFunction{"sigmoid", "sigmoid(x)", "dy * (y * (1.0 - y))"},
    CellFunction{"log_sigmoid", "log_sigmoid(x)", "dy * sigmoid(-x)"},
    CellFunction{"exp", "exp(x)", "dy * y"},
    CellFunction{"log", "x == 0.0 ? -infinity : log(x)", "x == 0.0 ? 0.0 : dy / x"},
    CellFunction{"sinusoid", "col % 2 == 0 ? sin_cos(x).x : sin_cos(x).y",
                 "dy * (col % 2 == 0 ? sin_cos(x).y : -sin_cos(x).x)"},
    CellFunction{"reciprocal", "x == 0.0 ? infinity : 1.0 / x", "x == 0.0 ? 0.0 : -dy / (x * x)"},
};
// clang-format on

const CellFunction& function_of(const Op& op) {
  return *std::ranges::find(kFunctions, op.name, [](const CellFunction& function) {
    return std::string_view(function.name);
  });
}

void forward_with_sum(Device& device, const Tape& tape, const Node& node, GpuMat& to,
                      const SumParts* sum) {
  const GpuMat& x = gpu_in(tape, node, 0);
  std::string defines =
      fmt::format("#define F {}\n{}", function_of(*node.op).f, packed(to.shape().cols));
  if (sum != nullptr) {
    defines += fmt::format("#define SUM\n#define B_AT {}\n",
                           sum->one_row() ? "at % uint(cols / PACK)" : "at");
  }
  for (const RowBlock& rows : row_blocks(device, to.shape())) {
    std::vector<Binding> buffers{rows.of(device, x), rows.of(device, to)};
    if (sum != nullptr) {
      buffers.insert(buffers.end(), {rows.of(device, sum->a), sum->b_of(device, rows)});
    }
    device.run({"cellwise.comp", defines}, buffers, {rows.cells, to.shape().cols},
               {static_cast<float>(node.attr.a)}, rows.groups());
  }
}

void backward_with_sum(Device& device, Tape& tape, const Node& node, const GpuMat& grad,
                       const SumParts* sum) {
  const GpuMat& x = gpu_in(tape, node, 0);
  GpuMat& dx = gpu_grad(tape, node, 0);
  std::string defines = fmt::format("#define BACKWARD\n#define TERM {}\n{}",
                                    function_of(*node.op).term, packed(grad.shape().cols));
  if (dx.take_zeros()) defines += "#define STORE\n";
  if (sum != nullptr) defines += sum->added_to();
  for (const RowBlock& rows : row_blocks(device, grad.shape())) {
    std::vector<Binding> buffers{rows.of(device, x), rows.of(device, gpu_value(node)),
                                 rows.of(device, grad), rows.of(device, dx)};
    if (sum != nullptr) {
      buffers.insert(buffers.end(), {rows.of(device, sum->a), sum->b_of(device, rows)});
    }
    device.run({"cellwise.comp", defines}, buffers, {rows.cells, grad.shape().cols},
               {static_cast<float>(node.attr.a)}, rows.groups());
  }
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  forward_with_sum(device, tape, node, to, nullptr);
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  backward_with_sum(device, tape, node, grad, nullptr);
}

const std::vector<GpuOp> ops = [] {
  std::vector<GpuOp> all;
  for (const CellFunction& function : kFunctions) {
    all.push_back({.name = function.name,
                   .forward = forward,
                   .backward = backward,
                   .forward_with_sum = forward_with_sum,
                   .backward_with_sum = backward_with_sum});
  }
  return all;
}();
[[maybe_unused]] const bool registered = [] {
  for (const GpuOp& op : ops) RegisterGpuOp{op};
  return true;
}();

}  // namespace

}  // namespace glassformer
