// The larger of every two neighbouring columns, on the card: shaders/maxout.comp.
#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMat& x = gpu_in(tape, node, 0);
  for (const RowBlock& rows : row_blocks(device, x.shape())) {
    const int pairs = rows.cells / 2;
    device.run({"maxout.comp", ""}, {rows.of(device, x), rows.of(device, to)}, {pairs}, {},
               cell_groups(pairs));
  }
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMat& x = gpu_in(tape, node, 0);
  GpuMat& dx = gpu_grad(tape, node, 0);
  for (const RowBlock& rows : row_blocks(device, x.shape())) {
    const int pairs = rows.cells / 2;
    device.run({"maxout.comp", "#define BACKWARD\n"},
               {rows.of(device, x), rows.of(device, grad), rows.of(device, dx)}, {pairs}, {},
               cell_groups(pairs));
  }
}

constexpr GpuOp op{"maxout", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
