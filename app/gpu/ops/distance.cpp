// Distances of all pairs of rows on the card: shaders/distance.comp. Each gradient is a dispatch of
// its own, as both inputs may be one matrix.
#include <algorithm>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

// A gradient adds up over the rows of the other input in one loop, and a software renderer ends a
// loop of 65,535 turns without a word.
constexpr int max_rows = 32'768;  // a power of two: each block begins where a binding may

// So many rows at once and no more.
std::vector<RowBlock> blocks_of(const Device& device, Shape shape) {
  std::vector<RowBlock> blocks;
  for (const RowBlock& block : row_blocks(device, shape)) {
    for (int done = 0; done < block.count; done += max_rows) {
      const int count = std::min(max_rows, block.count - done);
      blocks.push_back({block.first + done, count, count * shape.cols});
    }
  }
  return blocks;
}

// Some rows of a with some rows of b; y has the rows of those of a.
template <class Body>
void over_pairs(Device& device, const GpuMat& a, const GpuMat& b, const Body& body) {
  const int rows = a.shape().rows, others = b.shape().rows, cols = a.shape().cols;
  const auto of_b = blocks_of(device, {others, cols});
  for (const RowBlock& rows_of_a : blocks_of(device, {rows, std::max(cols, others)})) {
    for (const RowBlock& rows_of_b : of_b) body(rows_of_a, rows_of_b);
  }
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMat &a = gpu_in(tape, node, 0), &b = gpu_in(tape, node, 1);
  const int cols = a.shape().cols;
  if (cols == 0) return device.fill_zero(to);
  over_pairs(device, a, b, [&](const RowBlock& of_a, const RowBlock& of_b) {
    device.run({"distance.comp", ""}, {of_a.of(device, a), of_b.of(device, b), of_a.of(device, to)},
               {of_a.count, of_b.count, cols, to.shape().cols, 1, of_b.first}, {},
               {groups_for(of_b.count, 16), groups_for(of_a.count, 16), 1});
  });
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMat &a = gpu_in(tape, node, 0), &b = gpu_in(tape, node, 1), &y = gpu_value(node);
  GpuMat &da = gpu_grad(tape, node, 0), &db = gpu_grad(tape, node, 1);
  const int cols = a.shape().cols, width = grad.shape().cols;
  if (cols == 0) return;
  const Kernel kernel{"distance.comp", "#define BACKWARD\n"};
  over_pairs(device, a, b, [&](const RowBlock& of_a, const RowBlock& of_b) {
    const Binding ba = of_a.of(device, a), bb = of_b.of(device, b), by = of_a.of(device, y),
                  bg = of_a.of(device, grad);
    device.run(kernel, {ba, bb, by, bg, of_a.of(device, da)},
               {of_a.count, of_b.count, cols, width, 1, of_b.first}, {},
               {groups_for(cols, 16), groups_for(of_a.count, 16), 1});
    device.run(kernel, {bb, ba, by, bg, of_b.of(device, db)},
               {of_b.count, of_a.count, cols, 1, width, of_b.first}, {},
               {groups_for(cols, 16), groups_for(of_b.count, 16), 1});
  });
}

constexpr GpuOp op{"distance", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
