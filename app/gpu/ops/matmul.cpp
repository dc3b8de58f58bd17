// The products of core/grad/ops/matmul.cpp on the card: shaders/matmul.comp.
#include "app/gpu/gpu_op.h"
#include "app/gpu/product.h"

namespace glassformer {

namespace {

template <bool TA, bool TB>
struct Product {
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    run_product(device, {gpu_in(tape, node, 0), TA, gpu_in(tape, node, 1), TB, to, false});
  }

  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    const GpuMat &a = gpu_in(tape, node, 0), &b = gpu_in(tape, node, 1);
    GpuMat &da = gpu_grad(tape, node, 0), &db = gpu_grad(tape, node, 1);
    if constexpr (TA) {
      run_product(device, {b, TB, grad, true, da, true});
    } else {
      run_product(device, {grad, false, b, !TB, da, true});
    }
    if constexpr (TB) {
      run_product(device, {grad, true, a, TA, db, true});
    } else {
      run_product(device, {a, !TA, grad, false, db, true});
    }
  }
};

template <bool TA, bool TB>
constexpr GpuOp product(std::string_view name) {
  return {name, Product<TA, TB>::forward, Product<TA, TB>::backward};
}

constexpr GpuOp op = product<false, false>("matmul"), op_nt = product<false, true>("matmul_nt"),
                op_tn = product<true, false>("matmul_tn");
const RegisterGpuOp registered{op}, registered_nt{op_nt}, registered_tn{op_tn};

}  // namespace

}  // namespace glassformer
