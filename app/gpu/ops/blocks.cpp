// Slices of matrices and matrices put together, on the card: shaders/copy_block.comp copies a block
// to its place, or in backward adds its gradient where it came from.
#include <algorithm>
#include <string>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/rows.h"

namespace glassformer {

// As many rows at once as one binding can hold of either matrix.
void copy_block(Device& device, Shape block, Corner from, Corner to, bool add) {
  if (block.cells() == 0) return;
  const int from_width = from.mat.shape().cols, to_width = to.mat.shape().cols;
  const int at_once = device.rows_in_window(std::max(from_width, to_width));
  for (int first = 0; first < block.rows; first += at_once) {
    const int rows = std::min(at_once, block.rows - first), cells = rows * block.cols;
    const RowWindow source = device.window(from.mat, from.row + first, rows),
                    target = device.window(to.mat, to.row + first, rows);
    const int from_first = source.skip + from.col, to_first = target.skip + to.col;
    // Four cells at a time if every row begins with four on either side.
    const int all = block.cols | from_first | from_width | to_first | to_width;
    const int pack = pack_of(all);
    device.run({"copy_block.comp", std::string(packed(all)) + (add ? "#define ADD\n" : "")},
               {source.binding, target.binding},
               {cells / pack, block.cols / pack, from_first / pack, from_width / pack,
                to_first / pack, to_width / pack},
               {}, cell_groups(cells));
  }
}

namespace {

template <bool columns>
struct Slice {
  static Corner at(const Node& node, const GpuMat& x) {
    return {x, columns ? 0 : node.attr.i, columns ? node.attr.i : 0};
  }
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    copy_block(device, to.shape(), at(node, gpu_in(tape, node, 0)), {to}, false);
  }
  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    copy_block(device, grad.shape(), {grad}, at(node, gpu_grad(tape, node, 0)), true);
  }
};

template <bool columns>
struct Concat {
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    int at = 0;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const GpuMat& part = gpu_in(tape, node, i);
      copy_block(device, part.shape(), {part}, place(to, at), false);
      at += columns ? part.shape().cols : part.shape().rows;
    }
  }
  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    int at = 0;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      GpuMat& part = gpu_grad(tape, node, i);
      copy_block(device, part.shape(), place(grad, at), {part}, true);
      at += columns ? part.shape().cols : part.shape().rows;
    }
  }
  static Corner place(const GpuMat& mat, int at) {
    return {mat, columns ? 0 : at, columns ? at : 0};
  }
};

template <class Of>
constexpr GpuOp op(std::string_view name) {
  return {name, Of::forward, Of::backward};
}
constexpr GpuOp slice_cols = op<Slice<true>>("slice_cols"),
                slice_rows = op<Slice<false>>("slice_rows"),
                concat_cols = op<Concat<true>>("concat_cols"),
                concat_rows = op<Concat<false>>("concat_rows");
const RegisterGpuOp registered[]{RegisterGpuOp{slice_cols}, RegisterGpuOp{slice_rows},
                                 RegisterGpuOp{concat_cols}, RegisterGpuOp{concat_rows}};

}  // namespace

}  // namespace glassformer
