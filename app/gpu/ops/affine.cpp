// A product and a row added to each of its rows, on the card.
#include "app/gpu/ops/affine.h"

#include "app/gpu/combine.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/product.h"
#include "app/gpu/sums.h"

namespace glassformer {

void AffineOnCard::forward(Device& device, GpuMat& y) const {
  run_product(device, {x, false, w, by_rows, y, false});
  combine(device, {.f = "b", .a = y, .b = b, .c = y, .add = true, .b_of = Combine::Of::row});
}

void AffineOnCard::backward(Device& device, const GpuMat& dy, GpuMat& dx, GpuMat& dw,
                            GpuMat& db) const {
  run_product(device, {dy, false, w, !by_rows, dx, true});
  const GpuMat &first = by_rows ? dy : x, &second = by_rows ? x : dy;
  run_product(device, {first, true, second, false, dw, true});
  sum_columns(device, {.a = dy, .to = db, .add = true});
}

namespace {

AffineOnCard of(const Tape& tape, const Node& node) {
  return {gpu_in(tape, node, 0), gpu_in(tape, node, 1), gpu_in(tape, node, 2)};
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  of(tape, node).forward(device, to);
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  of(tape, node)
      .backward(device, grad, gpu_grad(tape, node, 0), gpu_grad(tape, node, 1),
                gpu_grad(tape, node, 2));
}

constexpr GpuOp op{"affine", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
