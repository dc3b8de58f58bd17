// Distances of all pairs of rows on the card: shaders/distance.comp. Each gradient is a dispatch of
// its own, as both inputs may be one matrix.
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMat &a = gpu_in(tape, node, 0), &b = gpu_in(tape, node, 1);
  const Shape y = to.shape();
  if (a.shape().cols == 0) return device.fill_zero(to);
  device.run({"distance.comp", ""}, {device.whole(a), device.whole(b), device.whole(to)},
             {y.rows, y.cols, a.shape().cols, y.cols, 1}, {},
             {groups_for(y.cols, 16), groups_for(y.rows, 16), 1});
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMat &a = gpu_in(tape, node, 0), &b = gpu_in(tape, node, 1);
  const Shape y = grad.shape();
  const int cols = a.shape().cols;
  if (cols == 0) return;
  const auto add = [&](const GpuMat& own, const GpuMat& other, GpuMat& to, int step,
                       int other_step) {
    device.run({"distance.comp", "#define BACKWARD\n"},
               {device.whole(own), device.whole(other), device.whole(gpu_value(node)),
                device.whole(grad), device.whole(to)},
               {own.shape().rows, other.shape().rows, cols, step, other_step}, {},
               {groups_for(cols, 16), groups_for(own.shape().rows, 16), 1});
  };
  add(a, b, gpu_grad(tape, node, 0), y.cols, 1);
  add(b, a, gpu_grad(tape, node, 1), 1, y.cols);
}

constexpr GpuOp op{"distance", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
