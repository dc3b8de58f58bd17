// Layer normalisation, and RMS normalisation, which lacks its mean and its β, on the card:
// shaders/layer_norm.comp, and column_sums.comp for the gradients of γ and β.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/gpu/gpu_op.h"
#include "app/gpu/sum_parts.h"
#include "app/gpu/sums.h"

namespace glassformer {

namespace {

bool has_beta(const Node& node) {
  return node.inputs.size() == 3;
}

std::string norm_defines(const Node& node, int cols) {
  return row_defines(cols) + (has_beta(node) ? "" : "#define RMS\n");
}

void forward_with_sum(Device& device, const Tape& tape, const Node& node, GpuMat& to,
                      const SumParts* sum) {
  const GpuMat &x = gpu_in(tape, node, 0), &gamma = gpu_in(tape, node, 1),
               &beta = has_beta(node) ? gpu_in(tape, node, 2) : gamma;
  const int cols = x.shape().cols;
  std::string defines = norm_defines(node, cols);
  if (sum != nullptr) defines += sum->one_row() ? "#define SUM\n#define B_ROW\n" : "#define SUM\n";
  for (const RowBlock& rows : row_blocks(device, x.shape())) {
    std::vector<Binding> buffers{rows.of(device, x), device.whole(gamma), device.whole(beta),
                                 rows.of(device, to)};
    if (sum != nullptr) {
      buffers.insert(buffers.end(), {rows.of(device, sum->a), sum->b_of(device, rows)});
    }
    device.run({"layer_norm.comp", defines}, buffers, {rows.count, cols},
               {static_cast<float>(node.attr.a)}, rows.row_groups());
  }
}

void backward_with_sum(Device& device, Tape& tape, const Node& node, const GpuMat& grad,
                       const SumParts* sum) {
  const GpuMat &x = gpu_in(tape, node, 0), &gamma = gpu_in(tape, node, 1);
  GpuMat& dx = gpu_grad(tape, node, 0);
  const int cols = x.shape().cols;
  const GpuMatPtr moments = device.make({x.shape().rows, 2});
  std::string defines = norm_defines(node, cols) + "#define BACKWARD\n";
  if (dx.take_zeros()) defines += "#define STORE\n";
  if (sum != nullptr) defines += sum->added_to();
  for (const RowBlock& rows : row_blocks(device, {x.shape().rows, std::max(cols, 2)})) {
    std::vector<Binding> buffers{rows.of(device, x), device.whole(gamma), rows.of(device, grad),
                                 rows.of(device, dx), rows.of(device, *moments)};
    if (sum != nullptr) {
      buffers.insert(buffers.end(), {rows.of(device, sum->a), sum->b_of(device, rows)});
    }
    device.run({"layer_norm.comp", defines}, buffers, {rows.count, cols},
               {static_cast<float>(node.attr.a)}, rows.row_groups());
  }
  sum_columns(device, {.a = x,
                       .to = gpu_grad(tape, node, 1),
                       .add = true,
                       .term = "b_[at] * ((a_[at] - of_row[2 * row]) * of_row[2 * row + 1])",
                       .b = &grad,
                       .of_row = moments.get()});
  if (has_beta(node)) sum_columns(device, {.a = grad, .to = gpu_grad(tape, node, 2), .add = true});
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  forward_with_sum(device, tape, node, to, nullptr);
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  backward_with_sum(device, tape, node, grad, nullptr);
}

constexpr GpuOp op_of(std::string_view name) {
  return {.name = name,
          .forward = forward,
          .backward = backward,
          .forward_with_sum = forward_with_sum,
          .backward_with_sum = backward_with_sum};
}
constexpr GpuOp layer_norm = op_of("layer_norm"), rms_norm = op_of("rms_norm");
const RegisterGpuOp registered[]{RegisterGpuOp{layer_norm}, RegisterGpuOp{rms_norm}};

}  // namespace

}  // namespace glassformer
