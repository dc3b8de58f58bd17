// A linear layer and the surprise of the right answers, on the card: the product and, of its rows,
// shaders/softmax.comp. The scores live only while the op runs.
#include <string>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/ops/affine.h"

namespace glassformer {

namespace {

AffineOnCard linear(const Tape& tape, const Node& node) {
  return {gpu_in(tape, node, 0), gpu_in(tape, node, 1), gpu_in(tape, node, 2)};
}

GpuMatPtr scores_of(Device& device, const AffineOnCard& of) {
  GpuMatPtr scores = device.make({of.x.shape().rows, of.w.shape().cols});
  of.forward(device, *scores);
  return scores;
}

Kernel kernel(int cols, const char* defines) {
  return {"softmax.comp", row_defines(cols) + "#define CROSS_ENTROPY\n" + defines};
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMatPtr scores = scores_of(device, linear(tape, node));
  const int cols = scores->shape().cols;
  for (const RowBlock& rows : row_blocks(device, scores->shape())) {
    const GpuInts targets(device, rows.of(node.attr.ids));
    const Binding from = rows.of(device, *scores);
    device.run(kernel(cols, ""), {from, from, rows.of(device, to), from, targets.whole()},
               {rows.count, cols}, {0}, rows.row_groups());
  }
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const AffineOnCard of = linear(tape, node);
  const GpuMatPtr scores = scores_of(device, of), slopes = device.zeros(scores->shape());
  const int cols = scores->shape().cols;
  for (const RowBlock& rows : row_blocks(device, scores->shape())) {
    const GpuInts targets(device, rows.of(node.attr.ids));
    const Binding from = rows.of(device, *scores);
    device.run(kernel(cols, "#define BACKWARD\n#define DY_OF_ROW\n"),
               {from, rows.of(device, grad), rows.of(device, *slopes), from, targets.whole()},
               {rows.count, cols}, {0, 1}, rows.row_groups());
  }
  of.backward(device, *slopes, gpu_grad(tape, node, 0), gpu_grad(tape, node, 1),
              gpu_grad(tape, node, 2));
}

constexpr GpuOp op{"surprisal", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
