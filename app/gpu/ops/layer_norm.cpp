// Layer normalization on the card: shaders/layer_norm.comp, and column_sums.comp for the gradients
// of γ and β.
#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/sums.h"

namespace glassformer {

namespace {

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMat &x = gpu_in(tape, node, 0), &gamma = gpu_in(tape, node, 1),
               &beta = gpu_in(tape, node, 2);
  const int cols = x.shape().cols;
  for (const RowBlock& rows : row_blocks(device, x.shape())) {
    device.run({"layer_norm.comp", row_width(cols)},
               {rows.of(device, x), device.whole(gamma), device.whole(beta), rows.of(device, to)},
               {rows.count, cols}, {static_cast<float>(node.attr.a)}, rows.row_groups());
  }
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMat &x = gpu_in(tape, node, 0), &gamma = gpu_in(tape, node, 1);
  GpuMat& dx = gpu_grad(tape, node, 0);
  const int cols = x.shape().cols;
  const GpuMatPtr moments = device.make({x.shape().rows, 2});
  for (const RowBlock& rows : row_blocks(device, {x.shape().rows, std::max(cols, 2)})) {
    device.run({"layer_norm.comp", row_width(cols) + "#define BACKWARD\n"},
               {rows.of(device, x), device.whole(gamma), rows.of(device, grad), rows.of(device, dx),
                rows.of(device, *moments)},
               {rows.count, cols}, {static_cast<float>(node.attr.a)}, rows.row_groups());
  }
  sum_columns(device, {.a = x,
                       .to = gpu_grad(tape, node, 1),
                       .add = true,
                       .term = "b_[at] * ((a_[at] - of_row[2 * row]) * of_row[2 * row + 1])",
                       .b = &grad,
                       .of_row = moments.get()});
  sum_columns(device, {.a = grad, .to = gpu_grad(tape, node, 2), .add = true});
}

constexpr GpuOp op{"layer_norm", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
