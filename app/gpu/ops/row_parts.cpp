// share and unit_rows on the card, which divide each row by one number of it: shaders/share.comp
// and unit_rows.comp.
#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

Kernel kernel(std::string_view file, int cols, bool back) {
  return {file, row_defines(cols) + (back ? "#define BACKWARD\n" : "")};
}

template <bool of_sum>
struct Divided {
  static constexpr std::string_view file = of_sum ? "share.comp" : "unit_rows.comp";

  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    const GpuMat& x = gpu_in(tape, node, 0);
    const int cols = x.shape().cols;
    for (const RowBlock& rows : row_blocks(device, x.shape())) {
      device.run(kernel(file, cols, false), {rows.of(device, x), rows.of(device, to)},
                 {rows.count, cols}, {}, rows.row_groups());
    }
  }

  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    const GpuMat& x = gpu_in(tape, node, 0);
    GpuMat& dx = gpu_grad(tape, node, 0);
    const int cols = x.shape().cols;
    for (const RowBlock& rows : row_blocks(device, x.shape())) {
      device.run(kernel(file, cols, true),
                 {rows.of(device, x), rows.of(device, gpu_value(node)), rows.of(device, grad),
                  rows.of(device, dx)},
                 {rows.count, cols}, {}, rows.row_groups());
    }
  }
};

constexpr GpuOp share{"share", Divided<true>::forward, Divided<true>::backward},
    unit_rows{"unit_rows", Divided<false>::forward, Divided<false>::backward};
const RegisterGpuOp registered[]{RegisterGpuOp{share}, RegisterGpuOp{unit_rows}};

}  // namespace

}  // namespace glassformer
