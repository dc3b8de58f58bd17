// Sums and means on the card: shaders/column_sums.comp and row_sums.comp; backward, each cell gets
// the gradient of its sum: shaders/combine.comp.
#include "app/gpu/combine.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/sums.h"

namespace glassformer {

namespace {

using Over = Combine::Of;  // what a cell of the result is the sum of

template <Over over, bool mean>
struct Reduce {
  static float factor(Shape x) {
    return mean ? 1.0F / static_cast<float>(over == Over::row ? x.rows : x.cols) : 1.0F;
  }

  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    const GpuMat& x = gpu_in(tape, node, 0);
    if constexpr (over == Over::row) {
      sum_columns(device, {.a = x, .to = to, .factor = factor(x.shape())});
    } else if constexpr (over == Over::column) {
      sum_rows(device, x, to, factor(x.shape()));
    } else {
      sum_cells(device, x, to, 1);
    }
  }

  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    GpuMat& dx = gpu_grad(tape, node, 0);
    combine(device, {.f = "factor * b",
                     .a = gpu_in(tape, node, 0),
                     .b = grad,
                     .c = dx,
                     .add = true,
                     .b_of = over,
                     .factor = factor(dx.shape())});
  }
};

template <Over over, bool mean>
constexpr GpuOp op(std::string_view name) {
  return {name, Reduce<over, mean>::forward, Reduce<over, mean>::backward};
}
constexpr GpuOp op_sum_rows = op<Over::row, false>("sum_rows"),
                op_sum_cols = op<Over::column, false>("sum_cols"),
                op_mean_rows = op<Over::row, true>("mean_rows"),
                op_mean_cols = op<Over::column, true>("mean_cols"),
                op_sum = op<Over::all, false>("sum");
const RegisterGpuOp registered[]{RegisterGpuOp{op_sum_rows}, RegisterGpuOp{op_sum_cols},
                                 RegisterGpuOp{op_mean_rows}, RegisterGpuOp{op_mean_cols},
                                 RegisterGpuOp{op_sum}};

}  // namespace

}  // namespace glassformer
