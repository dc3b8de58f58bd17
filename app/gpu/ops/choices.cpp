// One cell of each row, the largest or a drawn one, on the card: shaders/choices.comp. Nothing goes
// back through a choice.
#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

template <bool draws>
struct Choice {
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    const GpuMat& x = gpu_in(tape, node, 0);
    for (const RowBlock& rows : row_blocks(device, x.shape())) {
      const Binding from = rows.of(device, x);
      device.run({"choices.comp", draws ? "" : "#define HARDMAX\n"},
                 {from, draws ? rows.of(device, gpu_in(tape, node, 1)) : from, rows.of(device, to)},
                 {rows.count, x.shape().cols}, {}, {groups_for(rows.count, 128)});
    }
  }
  static void backward(Device&, Tape& tape, const Node& node, const GpuMat&) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i) gpu_grad(tape, node, i);  // zeros
  }
};

constexpr GpuOp hardmax{"hardmax", Choice<false>::forward, Choice<false>::backward},
    sample_rows{"sample_rows", Choice<true>::forward, Choice<true>::backward};
const RegisterGpuOp registered[]{RegisterGpuOp{hardmax}, RegisterGpuOp{sample_rows}};

}  // namespace

}  // namespace glassformer
