// softmax, its logarithm and the two cross-entropies on the card: shaders/softmax.comp.
#include <string>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/sums.h"

namespace glassformer {

namespace {

struct SoftmaxName {
  static constexpr const char* define = "#define SOFTMAX\n";
};
struct LogSoftmaxName {
  static constexpr const char* define = "#define LOG_SOFTMAX\n";
};

Kernel kernel(const char* define, int cols, bool back) {
  return {"softmax.comp", row_defines(cols) + define + (back ? "#define BACKWARD\n" : "")};
}

template <class Of>
struct Row {
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    const GpuMat& x = gpu_in(tape, node, 0);
    const int cols = x.shape().cols;
    for (const RowBlock& rows : row_blocks(device, x.shape())) {
      const Binding from = rows.of(device, x);
      device.run(kernel(Of::define, cols, false), {from, from, rows.of(device, to)},
                 {rows.count, cols}, {}, rows.row_groups());
    }
  }

  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    const GpuMat& x = gpu_in(tape, node, 0);
    GpuMat& dx = gpu_grad(tape, node, 0);
    const int cols = x.shape().cols;
    for (const RowBlock& rows : row_blocks(device, x.shape())) {
      device.run(kernel(Of::define, cols, true),
                 {rows.of(device, x), rows.of(device, grad), rows.of(device, dx),
                  rows.of(device, gpu_value(node))},
                 {rows.count, cols}, {}, rows.row_groups());
    }
  }
};

constexpr const char* cross_entropy = "#define CROSS_ENTROPY\n";

// The surprise of each row, and then their mean.
void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMat& x = gpu_in(tape, node, 0);
  const int cols = x.shape().cols;
  const GpuMatPtr surprises = device.make({x.shape().rows, 1});
  for (const RowBlock& rows : row_blocks(device, x.shape())) {
    const GpuInts targets(device, rows.of(node.attr.ids));
    const Binding from = rows.of(device, x);
    device.run(kernel(cross_entropy, cols, false),
               {from, from, rows.of(device, *surprises), from, targets.whole()}, {rows.count, cols},
               {static_cast<float>(node.attr.a)}, rows.row_groups());
  }
  sum_columns(device,
              {.a = *surprises, .to = to, .factor = 1.0F / static_cast<float>(x.shape().rows)});
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  const GpuMat& x = gpu_in(tape, node, 0);
  GpuMat& dx = gpu_grad(tape, node, 0);
  const int cols = x.shape().cols;
  for (const RowBlock& rows : row_blocks(device, x.shape())) {
    const GpuInts targets(device, rows.of(node.attr.ids));
    const Binding from = rows.of(device, x);
    device.run(kernel(cross_entropy, cols, true),
               {from, device.whole(grad), rows.of(device, dx), from, targets.whole()},
               {rows.count, cols},
               {static_cast<float>(node.attr.a), 1.0F / static_cast<float>(x.shape().rows)},
               rows.row_groups());
  }
}

// Against targets given cell by cell: the surprise of each row, and then their sum.
struct Soft {
  static Kernel kernel(int cols, const char* back) {
    return {"softmax.comp", row_defines(cols) + "#define SOFT\n" + back};
  }
  static void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
    const GpuMat &x = gpu_in(tape, node, 0), &targets = gpu_in(tape, node, 1);
    const int cols = x.shape().cols;
    const GpuMatPtr surprises = device.make({x.shape().rows, 1});
    for (const RowBlock& rows : row_blocks(device, x.shape())) {
      const Binding from = rows.of(device, x);
      device.run(kernel(cols, ""),
                 {from, from, rows.of(device, *surprises), rows.of(device, targets)},
                 {rows.count, cols}, {}, rows.row_groups());
    }
    sum_columns(device, {.a = *surprises, .to = to});
  }
  static void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
    const GpuMat &x = gpu_in(tape, node, 0), &targets = gpu_in(tape, node, 1);
    const GpuMat &dx = gpu_grad(tape, node, 0), &dt = gpu_grad(tape, node, 1);
    const int cols = x.shape().cols;
    for (const RowBlock& rows : row_blocks(device, x.shape())) {
      const Binding from = rows.of(device, x);
      device.run(kernel(cols, "#define BACKWARD\n"),
                 {from, device.whole(grad), rows.of(device, dx), rows.of(device, targets), from,
                  rows.of(device, dt)},
                 {rows.count, cols}, {}, rows.row_groups());
    }
  }
};

constexpr GpuOp op_softmax{"softmax", Row<SoftmaxName>::forward, Row<SoftmaxName>::backward},
    op_log_softmax{"log_softmax", Row<LogSoftmaxName>::forward, Row<LogSoftmaxName>::backward},
    op_cross_entropy{"cross_entropy", forward, backward},
    op_soft{"soft_cross_entropy", Soft::forward, Soft::backward};
const RegisterGpuOp registered[]{RegisterGpuOp{op_softmax}, RegisterGpuOp{op_log_softmax},
                                 RegisterGpuOp{op_cross_entropy}, RegisterGpuOp{op_soft}};

}  // namespace

}  // namespace glassformer
