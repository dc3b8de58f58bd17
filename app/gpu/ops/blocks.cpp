// Slices of matrices and matrices put together, on the card: shaders/copy_block.comp copies a block
// to its place, or in backward adds its gradient where it came from.
#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

// A place in a matrix where a block begins.
struct Corner {
  const GpuMat& mat;
  int row = 0, col = 0;
};

// Blocks as high as both matrices are cut by rows; others hold rows that lie in one piece.
void copy_block(Device& device, Shape block, Corner from, Corner to, bool add) {
  if (block.cells() == 0) return;
  const Kernel kernel{"copy_block.comp", add ? "#define ADD\n" : ""};
  const int from_width = from.mat.shape().cols, to_width = to.mat.shape().cols;
  const auto run = [&](Binding source, Binding target, int rows) {
    const int cells = rows * block.cols;
    device.run(kernel, {source, target},
               {cells, block.cols, from.row * from_width + from.col, from_width,
                to.row * to_width + to.col, to_width},
               {}, cell_groups(cells));
  };
  if (from.mat.shape().rows != to.mat.shape().rows) {
    run(device.whole(from.mat), device.whole(to.mat), block.rows);
    return;
  }
  for (const RowBlock& rows : row_blocks(device, {block.rows, std::max(from_width, to_width)})) {
    run(rows.of(device, from.mat), rows.of(device, to.mat), rows.count);
  }
}

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
