// A product and a row added to each of its rows, on the card.
#include "app/gpu/combine.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/product.h"
#include "app/gpu/sums.h"

namespace glassformer {

namespace {

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  run_product(device, {gpu_in(tape, node, 0), false, gpu_in(tape, node, 1), false, to, false});
  combine(device, {.f = "b",
                   .a = to,
                   .b = gpu_in(tape, node, 2),
                   .c = to,
                   .add = true,
                   .b_of = Combine::Of::row});
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMat &x = gpu_in(tape, node, 0), &w = gpu_in(tape, node, 1);
  run_product(device, {grad, false, w, true, gpu_grad(tape, node, 0), true});
  run_product(device, {x, true, grad, false, gpu_grad(tape, node, 1), true});
  sum_columns(device, {.a = grad, .to = gpu_grad(tape, node, 2), .add = true});
}

constexpr GpuOp op{"affine", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
