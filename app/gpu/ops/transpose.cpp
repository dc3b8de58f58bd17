// The transpose on the card: shaders/transpose.comp.
#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

// Some rows of x make some columns of y.
void turn(Device& device, const GpuMat& x, GpuMat& y, bool add) {
  const int width = x.shape().cols, height = x.shape().rows;
  for (const RowBlock& from : row_blocks(device, x.shape())) {
    for (const RowBlock& to : row_blocks(device, y.shape())) {
      device.run({"transpose.comp", add ? "#define ADD\n" : ""},
                 {from.of(device, x), to.of(device, y)},
                 {from.count, to.count, width, to.first, height, from.first}, {},
                 {groups_for(to.count, 32), groups_for(from.count, 32), 1});
    }
  }
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  turn(device, gpu_in(tape, node, 0), to, false);
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  turn(device, grad, gpu_grad(tape, node, 0), true);
}

constexpr GpuOp op{"transpose", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
