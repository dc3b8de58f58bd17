// Dropout on the card: shaders/dropout.comp, with the same draws as core/grad/ops/dropout.cpp.
#include <cmath>
#include <cstdint>
#include <string>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

int low(std::uint64_t n) {
  return static_cast<int>(static_cast<std::uint32_t>(n));
}

int high(std::uint64_t n) {
  return low(n >> 32);
}

void keep_some(Device& device, const Attr& attr, const GpuMat& from, GpuMat& to, bool add) {
  // A draw is a multiple of 2^−53, so it is at least p where its 53 bits are at least this.
  const auto threshold = static_cast<std::uint64_t>(std::ceil(std::ldexp(attr.a, 53)));
  const Kernel kernel{"dropout.comp",
                      std::string(packed(to.shape().cols)) + (add ? "#define ADD\n" : "")};
  for (const RowBlock& rows : row_blocks(device, to.shape())) {
    device.run(kernel, {rows.of(device, from), rows.of(device, to)},
               {rows.cells, to.shape().cols, rows.first, low(attr.seed), high(attr.seed),
                low(threshold), high(threshold)},
               {static_cast<float>(1 - attr.a)}, rows.groups());
  }
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  keep_some(device, node.attr, gpu_in(tape, node, 0), to, false);
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  keep_some(device, node.attr, grad, gpu_grad(tape, node, 0), true);
}

constexpr GpuOp op{"dropout", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
