// Pairs of columns turned by angles, on the card: shaders/rotate_pairs.comp.
#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/sums.h"

namespace glassformer {

namespace {

void turn(Device& device, const GpuMat& x, const GpuMat& angle, GpuMat& y, bool back) {
  const int width = angle.shape().cols, one_row = angle.shape().rows == 1 ? 1 : 0;
  for (const RowBlock& rows : row_blocks(device, x.shape())) {
    const int pairs = rows.count * width;
    device.run({"rotate_pairs.comp", back ? "#define BACKWARD\n" : ""},
               {rows.of(device, x), one_row == 1 ? device.whole(angle) : rows.of(device, angle),
                rows.of(device, y)},
               {pairs, width, one_row}, {}, cell_groups(pairs));
  }
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  turn(device, gpu_in(tape, node, 0), gpu_in(tape, node, 1), to, false);
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMat &angle = gpu_in(tape, node, 1), &y = gpu_value(node);
  turn(device, grad, angle, gpu_grad(tape, node, 0), true);
  GpuMat& dangle = gpu_grad(tape, node, 1);
  if (angle.shape().rows == 1) {
    sum_columns(device, {.a = y,
                         .to = dangle,
                         .add = true,
                         .term = "b_[2 * at + 1] * a_[2 * at] - b_[2 * at] * a_[2 * at + 1]",
                         .b = &grad,
                         .of_pairs = true});
    return;
  }
  for (const RowBlock& rows : row_blocks(device, y.shape())) {
    const int pairs = rows.count * angle.shape().cols;
    device.run({"rotate_pairs.comp", "#define ANGLE\n"},
               {rows.of(device, y), rows.of(device, angle), rows.of(device, grad),
                rows.of(device, dangle)},
               {pairs, angle.shape().cols, 0}, {}, cell_groups(pairs));
  }
}

constexpr GpuOp op{"rotate_pairs", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
