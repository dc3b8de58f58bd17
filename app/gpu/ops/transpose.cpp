// The transpose on the card: shaders/transpose.comp.
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

void turn(Device& device, const GpuMat& x, GpuMat& y, bool add) {
  const Shape shape = x.shape();
  device.run({"transpose.comp", add ? "#define ADD\n" : ""}, {device.whole(x), device.whole(y)},
             {shape.rows, shape.cols}, {},
             {groups_for(shape.cols, 32), groups_for(shape.rows, 32), 1});
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
