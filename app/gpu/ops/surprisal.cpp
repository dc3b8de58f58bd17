// A linear layer and the surprise of the right answers, on the card: the product and, of its rows,
// shaders/softmax.comp. The scores live only while the op runs.
#include <string>

#include "app/gpu/cells.h"
#include "app/gpu/combine.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/product.h"
#include "app/gpu/sums.h"

namespace glassformer {

namespace {

GpuMatPtr scores_of(Device& device, const Tape& tape, const Node& node) {
  const GpuMat &x = gpu_in(tape, node, 0), &weights = gpu_in(tape, node, 1);
  GpuMatPtr scores = device.make({x.shape().rows, weights.shape().cols});
  run_product(device, {x, false, weights, false, *scores, false});
  combine(device, {.f = "b",
                   .a = *scores,
                   .b = gpu_in(tape, node, 2),
                   .c = *scores,
                   .add = true,
                   .b_of = Combine::Of::row});
  return scores;
}

Kernel kernel(int cols, const char* defines) {
  return {"softmax.comp", row_defines(cols) + "#define CROSS_ENTROPY\n" + defines};
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMatPtr scores = scores_of(device, tape, node);
  const int cols = scores->shape().cols;
  for (const RowBlock& rows : row_blocks(device, scores->shape())) {
    const GpuInts targets(device, rows.of(node.attr.ids));
    const Binding from = rows.of(device, *scores);
    device.run(kernel(cols, ""), {from, from, rows.of(device, to), from, targets.whole()},
               {rows.count, cols}, {0}, rows.row_groups());
  }
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMatPtr scores = scores_of(device, tape, node), slopes = device.zeros(scores->shape());
  const int cols = scores->shape().cols;
  for (const RowBlock& rows : row_blocks(device, scores->shape())) {
    const GpuInts targets(device, rows.of(node.attr.ids));
    const Binding from = rows.of(device, *scores);
    device.run(kernel(cols, "#define BACKWARD\n#define DY_OF_ROW\n"),
               {from, rows.of(device, grad), rows.of(device, *slopes), from, targets.whole()},
               {rows.count, cols}, {0, 1}, rows.row_groups());
  }
  const GpuMat &x = gpu_in(tape, node, 0), &weights = gpu_in(tape, node, 1);
  run_product(device, {*slopes, false, weights, true, gpu_grad(tape, node, 0), true});
  run_product(device, {x, true, *slopes, false, gpu_grad(tape, node, 1), true});
  sum_columns(device, {.a = *slopes, .to = gpu_grad(tape, node, 2), .add = true});
}

constexpr GpuOp op{"surprisal", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
