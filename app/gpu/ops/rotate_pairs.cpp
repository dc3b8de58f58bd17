// Pairs of columns turned by angles, on the card: shaders/rotate_pairs.comp.
#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/sums.h"

namespace glassformer {

namespace {

void turn(Device& device, const GpuMat& x, const GpuMat& angle, GpuMat& y, int apart, bool back) {
  const int width = x.shape().cols / 2, one_row = angle.shape().rows == 1 ? 1 : 0;
  for (const RowBlock& rows : row_blocks(device, x.shape())) {
    const int pairs = rows.count * width;
    device.run({"rotate_pairs.comp", back ? "#define BACKWARD\n" : ""},
               {rows.of(device, x), one_row == 1 ? device.whole(angle) : rows.of(device, angle),
                rows.of(device, y)},
               {pairs, width, one_row, apart, angle.shape().cols}, {}, cell_groups(pairs));
  }
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  turn(device, gpu_in(tape, node, 0), gpu_in(tape, node, 1), to, node.attr.i, false);
}

// Of angles that each row has for itself.
void turn_angles(Device& device, const Node& node, const GpuMat& grad, GpuMat& dangle) {
  const GpuMat& y = gpu_value(node);
  const int width = y.shape().cols / 2, of_row = dangle.shape().cols;
  for (const RowBlock& rows : row_blocks(device, y.shape())) {
    const int angles = rows.count * of_row;
    const Binding to = rows.of(device, dangle);
    device.run({"rotate_pairs.comp", "#define ANGLE\n"},
               {rows.of(device, y), to, rows.of(device, grad), to},
               {angles, width, 0, node.attr.i, of_row}, {}, cell_groups(angles));
  }
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMat &angle = gpu_in(tape, node, 1), &y = gpu_value(node);
  turn(device, grad, angle, gpu_grad(tape, node, 0), node.attr.i, true);
  GpuMat& dangle = gpu_grad(tape, node, 1);
  if (angle.shape().rows > 1) return turn_angles(device, node, grad, dangle);
  if (node.attr.i > 1 || 2 * angle.shape().cols < y.shape().cols) {
    const GpuMatPtr each = device.zeros({y.shape().rows, angle.shape().cols});
    turn_angles(device, node, grad, *each);
    sum_columns(device, {.a = *each, .to = dangle, .add = true});
    return;
  }
  sum_columns(device, {.a = y,
                       .to = dangle,
                       .add = true,
                       .term = "b_[2 * at + 1] * a_[2 * at] - b_[2 * at] * a_[2 * at + 1]",
                       .b = &grad,
                       .of_pairs = true});
}

constexpr GpuOp op{"rotate_pairs", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
